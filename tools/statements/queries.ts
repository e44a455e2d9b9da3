import { asTree, isTree, type Tree } from './syntax-tree.js';

/** A table of a query, with the name that the query gives it. */
export interface Table {
  readonly name: string;
  readonly alias: string;
}

const queryTypes = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt']);

/** Calls the function for every query of a statement, at any depth. */
export function visitQueries(tree: unknown, visit: (query: Tree) => void): void {
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

/** Lists the tables of a `from` clause, without those of its subqueries. */
export function listTables(tree: unknown): Table[] {
  if (Array.isArray(tree)) return tree.flatMap(listTables);
  if (!isTree(tree) || 'RangeSubselect' in tree || 'RangeFunction' in tree) return [];
  if (typeof tree.relname === 'string') {
    const { aliasname } = asTree(tree.alias);
    return [{ name: tree.relname, alias: typeof aliasname === 'string' ? aliasname : tree.relname }];
  }
  const { RangeVar, JoinExpr, larg, rarg } = tree;
  return [RangeVar, JoinExpr, larg, rarg].flatMap(listTables);
}
