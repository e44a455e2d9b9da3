import { parse } from 'libpg-query';

/** A node of PostgreSQL's syntax tree: the name of its type with its properties. */
type Tree = Readonly<Record<string, unknown>>;

interface Table {
  readonly name: string;
  readonly alias: string;
}

/**
 * Finds the tables of a statement whose rows no condition restricts to a tenant. Each table needs a condition of its own: its `tenant_id`
 * is a parameter or that of another table. A table that only gets rows (`insert into`) needs none.
 */
export async function findUnscopedTables(
  text: string,
  hasTenant: (table: string) => boolean,
): Promise<string[]> {
  const { stmts = [] } = await parse(text);
  const found: string[] = [];
  for (const { stmt } of stmts)
    visitQueries(asTree(stmt), (query) => found.push(...findInQuery(query, hasTenant)));
  return found;
}

const queryTypes = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt']);

/** Calls the function for every query of a statement, at any depth. */
function visitQueries(tree: unknown, visit: (query: Tree) => void): void {
  if (Array.isArray(tree)) for (const item of tree) visitQueries(item, visit);
  if (!isTree(tree)) return;
  for (const [key, value] of Object.entries(tree)) {
    const isQuery = queryTypes.has(key) || key === 'larg' || key === 'rarg';
    if (isQuery && isTree(value) && !isJoin(tree, key)) visit(value);
    visitQueries(value, visit);
  }
}

/** Both sides of a join are called like those of a union. */
function isJoin(tree: Tree, key: string): boolean {
  return key !== 'SelectStmt' && 'jointype' in tree;
}

function findInQuery(query: Tree, hasTenant: (table: string) => boolean): string[] {
  const from = [query.relation, query.fromClause, query.usingClause];
  const tables = from.flatMap(listTables).filter(({ name }) => hasTenant(name));
  const conditions = [query.whereClause, ...from].flatMap(listTenants);
  return tables
    .filter(({ alias }) => !conditions.includes(alias) && !conditions.includes(''))
    .map(({ alias }) => alias);
}

/** Lists the tables of a `from` clause, without those of its subqueries. */
function listTables(tree: unknown): Table[] {
  if (Array.isArray(tree)) return tree.flatMap(listTables);
  if (!isTree(tree) || 'RangeSubselect' in tree || 'RangeFunction' in tree) return [];
  if (typeof tree.relname === 'string') {
    const { aliasname } = asTree(tree.alias);
    return [{ name: tree.relname, alias: typeof aliasname === 'string' ? aliasname : tree.relname }];
  }
  const { RangeVar, JoinExpr, larg, rarg } = tree;
  return [RangeVar, JoinExpr, larg, rarg].flatMap(listTables);
}

/** Lists the aliases whose `tenant_id` a condition compares; an empty text for a column without an alias. */
function listTenants(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(listTenants);
  if (!isTree(tree)) return [];
  if ('usingClause' in tree && JSON.stringify(tree.usingClause).includes('"tenant_id"')) return [''];
  const { A_Expr, SubLink } = tree;
  if (isTree(A_Expr) && isEquality(A_Expr)) return [A_Expr.lexpr, A_Expr.rexpr].flatMap(listColumns);
  // `(tenant_id, id) in (select …)`; the query itself is visited apart.
  if (isTree(SubLink)) return listColumns(SubLink.testexpr);
  return Object.entries(tree)
    .filter(([key]) => !queryTypes.has(key))
    .flatMap(([, value]) => listTenants(value));
}

function isEquality({ name }: Tree): boolean {
  return JSON.stringify(name).includes('"="');
}

/** A row that is found by its place was found with its tenant before. */
const scoping = new Set(['tenant_id', 'ctid']);

function listColumns(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(listColumns);
  if (!isTree(tree) || 'SubLink' in tree) return [];
  const { ColumnRef } = tree;
  if (isTree(ColumnRef)) {
    const names = [ColumnRef.fields].flat().map((field) => asTree(asTree(field).String).sval);
    if (!scoping.has(String(names.at(-1)))) return [];
    return [names.length > 1 ? String(names.at(-2)) : ''];
  }
  return Object.values(tree).flatMap(listColumns);
}

function asTree(value: unknown): Tree {
  return isTree(value) ? value : {};
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
