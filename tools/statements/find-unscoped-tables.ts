import { parse } from 'libpg-query';
import { known, listTenantConditions, type TenantCondition } from './list-tenant-conditions.js';
import { listTables, type Table, visitQueries } from './queries.js';
import { asTree, isTree, type Tree } from './syntax-tree.js';

/**
 * Finds the tables of a statement whose rows no condition restricts to a tenant. The tenant of each table is a parameter, or that of
 * another table that is restricted itself. A table that only gets rows (`insert into`) needs no condition.
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

function findInQuery(query: Tree, hasTenant: (table: string) => boolean): string[] {
  if (isInsert(query) && !changesOnConflict(query)) return [];
  const from = [query.relation, query.fromClause, query.usingClause, query.sourceRelation];
  const isOfTenants = ({ name }: Table) => name === 'tenants' || hasTenant(name);
  const tables = from.flatMap(listTables).filter(isOfTenants);
  const conditions = [
    ...listTenantConditions(query.whereClause, tables),
    ...from.flatMap((item) => listJoinConditions(item, tables)),
    ...listMergeConditions(query, tables),
    ...listConflictConditions(query, tables),
  ];
  const scoped = findScoped(conditions);
  return tables.filter(({ alias }) => !scoped.has(alias)).map(({ alias }) => alias);
}

/** Begins with the tables whose tenant is known, and adds those that have the tenant of one of them. */
function findScoped(conditions: readonly TenantCondition[]): ReadonlySet<string> {
  const scoped = new Set<string | typeof known>([known]);
  let size = 0;
  while (size < scoped.size) {
    size = scoped.size;
    for (const { alias, source } of conditions) if (scoped.has(source)) scoped.add(alias);
  }
  return new Set([...scoped].filter((alias) => typeof alias === 'string'));
}

/** Lists the conditions of joins. That of an outer join restricts only the side whose rows it can leave out. */
function listJoinConditions(tree: unknown, tables: readonly Table[]): TenantCondition[] {
  if (Array.isArray(tree)) return tree.flatMap((item) => listJoinConditions(item, tables));
  const { JoinExpr } = asTree(tree);
  if (!isTree(JoinExpr)) return [];
  const { jointype, larg, rarg, quals, usingClause } = JoinExpr;
  const aliasesOf = (side: unknown) =>
    listTables(side)
      .map(({ alias }) => alias)
      .filter((alias) => tables.some((table) => table.alias === alias));
  const [left, right] = [aliasesOf(larg), aliasesOf(rarg)];
  const shared = JSON.stringify(usingClause ?? []).includes('"tenant_id"')
    ? [...pairAliases(left, right), ...pairAliases(right, left)]
    : [];
  const restricted = [
    ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
    ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
  ];
  const own = [...listTenantConditions(quals, tables), ...shared].filter(({ alias }) =>
    restricted.includes(alias),
  );
  return [...own, ...listJoinConditions([larg, rarg], tables)];
}

/** A side without tables is a subquery, whose tenant is known. */
function pairAliases(aliases: readonly string[], others: readonly string[]): TenantCondition[] {
  const sources: readonly TenantCondition['source'][] = others.length > 0 ? others : [known];
  return aliases.flatMap((alias) => sources.map((source) => ({ alias, source })));
}

/** The condition of `merge` restricts the rows that it changes, but neither those that it reads nor those without a match. */
function listMergeConditions(query: Tree, tables: readonly Table[]): TenantCondition[] {
  if (JSON.stringify(query.mergeWhenClauses ?? []).includes('"MERGE_WHEN_NOT_MATCHED_BY_SOURCE"')) return [];
  const [target] = listTables(query.relation);
  return listTenantConditions(query.joinCondition, tables).filter(({ alias }) => alias === target?.alias);
}

/** Only `insert` has the property `override`, and always has it. */
function isInsert(query: Tree): boolean {
  return 'override' in query;
}

function changesOnConflict({ onConflictClause }: Tree): boolean {
  return asTree(onConflictClause).action === 'ONCONFLICT_UPDATE';
}

/** The row that is in conflict with a new one is of the same tenant if the target of the conflict contains the tenant. */
function listConflictConditions({ onConflictClause }: Tree, tables: readonly Table[]): TenantCondition[] {
  const { infer, whereClause } = asTree(onConflictClause);
  const elements = [asTree(infer).indexElems ?? []].flat();
  const isScoped = elements.some((element) => asTree(asTree(element).IndexElem).name === 'tenant_id');
  if (isScoped) return tables.map(({ alias }) => ({ alias, source: known }));
  return listTenantConditions(whereClause, tables);
}
