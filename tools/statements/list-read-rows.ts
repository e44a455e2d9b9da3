import { parse } from 'libpg-query';
import { listTables, type Table, visitQueries } from './queries.js';
import type { TableShape } from './read-shapes.js';
import { asTree, columnParts, isTree, type Tree } from './syntax-tree.js';

/** The rows of a table that a query reads: those whose columns equal values that are given, or that lead there. */
export interface ReadRows {
  readonly table: string;
  /** The columns, sorted. A comparison that is not combined with `and` only, or is not an equality, is not one of them. */
  readonly columns: readonly string[];
  /** A key chooses at most one row of a tenant; an owner is a record that the row refers to. */
  readonly by: 'key' | 'owner' | 'nothing';
}

/** Lists which rows a statement reads, for each table in each of its queries, at any depth. */
export async function listReadRows(
  text: string,
  shapes: ReadonlyMap<string, TableShape>,
): Promise<ReadRows[]> {
  const { stmts = [] } = await parse(text);
  const found: ReadRows[] = [];
  for (const { stmt } of stmts)
    visitQueries(asTree(stmt), (query) => found.push(...readQuery(query, shapes)));
  return found;
}

/** A column of a table of the query, and the other table that it equals; none if it equals a value. */
interface Equality {
  readonly alias: string;
  readonly column: string;
  readonly source: string | undefined;
}

function readQuery(query: Tree, shapes: ReadonlyMap<string, TableShape>): ReadRows[] {
  const from = [query.fromClause, query.usingClause];
  const read = from.flatMap(listTables).filter(({ name }) => shapes.has(name));
  if (read.length === 0) return [];
  const tables = [...read, ...listTables(query.relation).filter(({ name }) => shapes.has(name))];
  const equalities = [query.whereClause, ...from.flatMap(listJoins)].flatMap((condition) =>
    listEqualities(condition, { tables, shapes }),
  );
  const columnsOf = followEqualities(equalities, { tables, shapes });
  return read.map(({ name, alias }) => {
    const columns = [...(columnsOf.get(alias) ?? [])].sort();
    return { table: name, columns, by: chosenBy(columns, shapes.get(name)) };
  });
}

/**
 * Begins with the columns that equal a value, and adds those that equal a column of a table whose rows are chosen by then. If no other
 * table is chosen so, the query reads the first one that is left across records, and goes on from there.
 */
function followEqualities(
  equalities: readonly Equality[],
  { tables, shapes }: Names,
): ReadonlyMap<string, ReadonlySet<string>> {
  const columnsOf = new Map(tables.map(({ alias }) => [alias, new Set<string>()]));
  const left = new Set(tables);
  const follow = (source: string | undefined) => {
    for (const { alias } of left)
      for (const one of equalities)
        if (one.alias === alias && one.source === source) columnsOf.get(alias)?.add(one.column);
  };
  const isChosen = ({ name, alias }: Table) =>
    chosenBy([...(columnsOf.get(alias) ?? [])], shapes.get(name)) !== 'nothing';
  follow(undefined);
  while (left.size > 0) {
    const next = [...left].find(isChosen) ?? [...left][0];
    if (next === undefined) break;
    left.delete(next);
    follow(next.alias);
  }
  return columnsOf;
}

function chosenBy(columns: readonly string[], shape: TableShape | undefined): ReadRows['by'] {
  if (shape?.keys.some((key) => key.every((column) => columns.includes(column)))) return 'key';
  return columns.some((column) => shape?.ids.has(column)) ? 'owner' : 'nothing';
}

interface Names {
  readonly tables: readonly Table[];
  readonly shapes: ReadonlyMap<string, TableShape>;
}

/** Lists the conditions of joins; an outer join also reads only rows that fit. */
function listJoins(tree: unknown): unknown[] {
  if (Array.isArray(tree)) return tree.flatMap(listJoins);
  const { JoinExpr } = asTree(tree);
  if (!isTree(JoinExpr)) return [];
  return [JoinExpr.quals, ...listJoins([JoinExpr.larg, JoinExpr.rarg].flat())];
}

function listEqualities(tree: unknown, names: Names): Equality[] {
  const { BoolExpr, A_Expr, SubLink } = asTree(tree);
  if (isTree(BoolExpr) && BoolExpr.boolop === 'AND_EXPR')
    return [BoolExpr.args].flat().flatMap((part) => listEqualities(part, names));
  if (isTree(A_Expr) && isEquality(A_Expr)) return compareSides(A_Expr, names);
  // `(tenant_id, id) in (select …)`
  if (isTree(SubLink) && SubLink.subLinkType === 'ANY_SUBLINK')
    return listItems(SubLink.testexpr).flatMap((item) => compare(item, undefined, names));
  return [];
}

function isEquality({ kind, name }: Tree): boolean {
  return /^AEXPR_(?:OP|OP_ANY|IN)$/.test(String(kind)) && /"="/.test(JSON.stringify(name));
}

/** Compares both sides; rows are compared item by item. */
function compareSides({ lexpr, rexpr }: Tree, names: Names): Equality[] {
  const [left, right] = [listItems(lexpr), listItems(rexpr)];
  const isByItem = left.length === right.length;
  return left.flatMap((item, index) => {
    const other = isByItem ? right[index] : undefined;
    return [...compare(item, other, names), ...compare(other, item, names)];
  });
}

function listItems(tree: unknown): unknown[] {
  const { RowExpr } = asTree(tree);
  return isTree(RowExpr) ? [RowExpr.args].flat() : [tree];
}

function compare(target: unknown, value: unknown, names: Names): Equality[] {
  const own = findColumn(target, names);
  if (own === undefined || own.column === 'tenant_id') return [];
  const source = findColumn(value, names)?.alias;
  return source === own.alias ? [] : [{ ...own, source }];
}

/** Finds the table of a column. One without an alias belongs to the table that has it; others are of the query around. */
function findColumn(
  tree: unknown,
  { tables, shapes }: Names,
): { readonly alias: string; readonly column: string } | undefined {
  const { ColumnRef } = asTree(tree);
  if (!isTree(ColumnRef)) return undefined;
  const parts = columnParts(ColumnRef);
  const [column = '', owner] = [parts.at(-1), parts.at(-2)];
  const table = tables.find(({ name, alias }) =>
    owner === undefined ? shapes.get(name)?.columns.has(column) : alias === owner,
  );
  return table && { alias: table.alias, column };
}
