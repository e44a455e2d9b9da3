import type { Table } from './queries.js';
import { asTree, columnParts, isTree, mentionsAlias, type Tree } from './syntax-tree.js';

/** The rows of a table have the tenant of another one, or a known tenant. */
export interface TenantCondition {
  readonly alias: string;
  readonly source: string | typeof known;
}

/** The tenant of a parameter, of an alias of the outer query, or of a subquery, which is checked by itself. */
export const known = Symbol('known');

/** Lists the conditions on tenants that hold for every row: those that are combined with `and` only. */
export function listTenantConditions(tree: unknown, tables: readonly Table[]): TenantCondition[] {
  const { BoolExpr, A_Expr, SubLink } = asTree(tree);
  if (isTree(BoolExpr) && BoolExpr.boolop === 'AND_EXPR')
    return [BoolExpr.args].flat().flatMap((part) => listTenantConditions(part, tables));
  if (isTree(A_Expr) && isEquality(A_Expr))
    return pairSides(A_Expr).flatMap(([left, right]) => [
      ...compare(left, right, tables),
      ...compare(right, left, tables),
    ]);
  // `(tenant_id, id) in (select …)`
  if (
    isTree(SubLink) &&
    SubLink.subLinkType === 'ANY_SUBLINK' &&
    isEquality({ name: SubLink.operName ?? '=' })
  )
    return listItems(SubLink.testexpr).flatMap((item) => compare(item, tree, tables));
  return [];
}

/** Other kinds, such as `is distinct from`, have the same operator. */
const equalityKinds = new Set<unknown>([
  undefined,
  'AEXPR_OP',
  'AEXPR_OP_ANY',
  'AEXPR_IN',
  'AEXPR_NOT_DISTINCT',
]);

function isEquality({ kind, name }: Tree): boolean {
  return equalityKinds.has(kind) && /"="/.test(JSON.stringify(name));
}

/** Both sides of a comparison; rows are compared item by item. */
function pairSides({ lexpr, rexpr }: Tree): [unknown, unknown][] {
  const [left, right] = [listItems(lexpr), listItems(rexpr)];
  if (right.length === left.length) return left.map((item, index) => [item, right[index]]);
  return left.map((item) => [item, rexpr]);
}

function listItems(tree: unknown): unknown[] {
  const { RowExpr } = asTree(tree);
  return isTree(RowExpr) ? [RowExpr.args].flat() : [tree];
}

function compare(target: unknown, value: unknown, tables: readonly Table[]): TenantCondition[] {
  const { ColumnRef } = asTree(target);
  if (!isTree(ColumnRef)) return [];
  return findTables(ColumnRef, tables).flatMap(({ alias }) =>
    listTenants(value, alias, tables).map((source) => ({ alias, source })),
  );
}

/** Finds the tables whose tenant a column is. A name without an alias is the same column of all tables (`using`). */
function findTables(column: Tree, tables: readonly Table[]): Table[] {
  const parts = columnParts(column);
  const [name, alias] = [parts.at(-1), parts.at(-2)];
  return tables.filter(
    (table) => (alias ?? table.alias) === table.alias && (name === tenantColumn(table) || name === 'ctid'),
  );
}

// A row that is found by its place (`ctid`) was found with its tenant before.
function tenantColumn({ name }: Table): string {
  return name === 'tenants' ? 'id' : 'tenant_id';
}

/** Lists the tenants of a value that the tenant of `alias` is compared with; none if the value can be any tenant. */
function listTenants(tree: unknown, alias: string, tables: readonly Table[]): TenantCondition['source'][] {
  const { TypeCast, ParamRef, A_Const, ColumnRef, SubLink, List, A_ArrayExpr } = asTree(tree);
  if (isTree(TypeCast)) return listTenants(TypeCast.arg, alias, tables);
  if (ParamRef || A_Const) return [known];
  // A subquery that takes its tenant from this table restricts nothing.
  if (isTree(SubLink)) return mentionsAlias(SubLink.subselect, alias) ? [] : [known];
  if (isTree(ColumnRef)) return listTenantsOfColumn(ColumnRef, tables);
  const items = [asTree(List).items ?? asTree(A_ArrayExpr).elements ?? []].flat();
  const areKnown = items.every((item) => listTenants(item, alias, tables).includes(known));
  return items.length > 0 && areKnown ? [known] : [];
}

function listTenantsOfColumn(column: Tree, tables: readonly Table[]): TenantCondition['source'][] {
  const alias = columnParts(column).at(-2);
  const isOfTable = tables.some((table) => alias === undefined || table.alias === alias);
  return isOfTable ? findTables(column, tables).map((table) => table.alias) : [known];
}
