import { RepeatedStatements } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { kindsSql, listDefined } from './compile-defined.js';
import { compileFilter } from './compile-filter.js';
import { compileParent, compileText } from './compile-search.js';
import { columnOf } from './find-field.js';
import { type KnownTotal, KnownTotals } from './known-totals.js';
import { Parameters } from './parameters.js';
import { checkDefinedFields, parseRequest, type SearchRequest } from './parse-request.js';
import type { SortKey } from './parse-sort.js';
import { planForValues } from './plan-for-values.js';
import { readAddressValues } from './read-address-values.js';
import type { DefinedKind, Searchable } from './searchable.js';

export interface SearchResult<Entry> {
  readonly records: readonly Entry[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

const statements = new RepeatedStatements('search');

/** Returns one page and the exact total, in one round trip. */
export async function search<Entry>(
  context: Context,
  resource: Searchable<Entry>,
  request: SearchRequest,
): Promise<SearchResult<Entry>> {
  const { database, tenantId } = context;
  const { filter: given, sort, text } = parseRequest(request, resource.fields);
  const filter = given && (await readAddressValues(context, given));
  const { page = 0, limit = 10 } = request.pagination ?? {};
  const { table, parent } = resource;
  if (parent && !isId(parent.id)) throw notFound(parent.resource.name);
  const parameters = new Parameters();
  const scope = { row: table, tenant: parameters.add(tenantId, 'uuid'), parameters };
  const belonging = parent && compileParent(parent, scope);
  const where = [
    `${table}.tenant_id = ${scope.tenant}`,
    ...(belonging ? [belonging.condition] : []),
    ...(filter ? [compileFilter(filter, scope)] : []),
    ...(text ? [compileText(resource, text, scope)] : []),
  ].join(' and ');
  const defined = listDefined(filter);
  const totals = resource.hasRevisions ? KnownTotals.of(database) : undefined;
  const totalKey = JSON.stringify([where, parameters.values]);
  const sql = pageSql(resource, {
    where,
    orderBy: orderSql(table, sort),
    limit: parameters.add(limit, 'bigint'),
    offset: parameters.add(page * limit, 'bigint'),
    hasParent: belonging?.exists ?? 'true',
    kinds: kindsSql(defined, scope),
    revision: totals ? revisionSql(table, scope.tenant) : 'null',
    known: compileKnown(totals?.find(totalKey), parameters),
    condition: planForValues(parameters),
  });
  const [row] = await database.sql(statements.use<SearchRow<Entry>>(sql), parameters.values);
  if (row === undefined) throw new Error('A search returned no row');
  const { records, total, revision, hasParent, kinds } = row;
  if (parent && !hasParent) throw notFound(parent.resource.name);
  checkDefinedFields(request, resource.fields, new Map(defined.map(({ key }, at) => [key, kinds[at]])));
  if (revision !== null) totals?.keep(totalKey, { revision, total });
  return { records, page, limit, total: Number(total) };
}

interface SearchRow<Entry> {
  readonly records: readonly Entry[];
  /** A bigint, which the driver returns as text. */
  readonly total: string;
  readonly hasParent: boolean;
  /** The kinds of the tenant-defined fields in the search. */
  readonly kinds: readonly (DefinedKind | null)[];
  /** The revision of the tenant's rows; null for tables whose changes are not counted. */
  readonly revision: string | null;
}

interface PageParts {
  readonly where: string;
  readonly orderBy: string;
  readonly limit: string;
  readonly offset: string;
  readonly hasParent: string;
  readonly kinds: string;
  readonly revision: string;
  /** The revision and total of an earlier search with the same conditions. */
  readonly known: { readonly revision: string; readonly total: string };
  /** The condition of the whole search. */
  readonly condition: string;
}

/**
 * Counts the rows only when neither the page nor an earlier search determines the total: `case` evaluates one branch.
 */
function pageSql(resource: Searchable<unknown>, parts: PageParts): string {
  const { where, orderBy, limit, offset, hasParent, kinds, revision, known, condition } = parts;
  const { table } = resource;
  return `with page as materialized (
      select * from ${table} where ${where} order by ${orderBy} limit ${limit} offset ${offset}
    ), size as (select count(*) as rows from page), revision as (select ${revision} as number)
    select (select coalesce(json_agg(${resource.recordOf('page')}), '[]'::json) from page) as records,
      case when size.rows < ${limit} and (size.rows > 0 or ${offset} = 0) then ${offset} + size.rows
        when revision.number = ${known.revision} then ${known.total}
        else (select count(*) from ${table} where ${where}) end as total,
      ${hasParent} as "hasParent", ${kinds} as kinds, revision.number as revision
    from size, revision where ${condition}`;
}

/** A tenant without a row here has had no change since changes are counted. */
function revisionSql(table: string, tenant: string): string {
  return `coalesce((select counted.revision from search_revisions counted
    where counted.tenant_id = ${tenant} and counted.table_name = '${table}'), 0)`;
}

function compileKnown(known: KnownTotal | undefined, parameters: Parameters): PageParts['known'] {
  if (known === undefined) return { revision: 'null', total: 'null' };
  return {
    revision: parameters.add(known.revision, 'bigint'),
    total: parameters.add(known.total, 'bigint'),
  };
}

/**
 * Ties are broken by id in the direction of the last key, so that an index on (tenant, field, id) can be read in either
 * direction. Rows without a value come last in ascending and first in descending order, as in the index.
 */
function orderSql(table: string, sort: readonly SortKey[]): string {
  if (sort.length === 0) return `${table}.created_at desc, ${table}.id desc`;
  const keys = sort.map(({ field, direction }) => `${columnOf(field, table)} ${direction}`);
  return [...keys, `${table}.id ${sort.at(-1)?.direction}`].join(', ');
}
