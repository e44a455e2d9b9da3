import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { likePattern, type Scope } from './comparison.js';
import { kindsSql, listDefined } from './compile-defined.js';
import { compileFilter, holdsAt } from './compile-filter.js';
import { columnOf } from './find-field.js';
import { Parameters } from './parameters.js';
import { parseRequest, refuseUnlessDefined, type SearchRequest } from './parse-request.js';
import type { SortKey } from './parse-sort.js';
import type { DefinedKind, Searchable } from './searchable.js';

export interface SearchResult<Entry> {
  readonly records: readonly Entry[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** One page and the exact total, in one round trip. */
export async function search<Entry>(
  { database, tenantId }: Context,
  resource: Searchable<Entry>,
  request: SearchRequest,
): Promise<SearchResult<Entry>> {
  const { filter, sort, text } = parseRequest(request, resource.fields);
  const { page = 0, limit = 10 } = request.pagination ?? {};
  const { table, parent } = resource;
  if (parent && !isId(parent.id)) throw notFound(parent.resource.name);
  const parameters = new Parameters();
  const tenant = parameters.add(tenantId, 'uuid');
  const scope = { row: table, tenant, parameters };
  const defined = listDefined(filter);
  const conditions = [`${table}.tenant_id = ${tenant}`];
  const parentId = parent && parameters.add(parent.id, 'uuid');
  if (parent) conditions.push(`${table}.${parent.column} = ${parentId}`);
  if (filter) conditions.push(compileFilter(filter, scope));
  if (text) conditions.push(compileText(resource, text, scope));
  const statement = pageSql(resource, {
    where: conditions.join(' and '),
    orderBy: orderSql(table, sort),
    limit: parameters.add(limit, 'bigint'),
    offset: parameters.add(page * limit, 'bigint'),
    hasParent: parent
      ? `exists (select from ${parent.resource.table} parent where parent.tenant_id = ${tenant} and parent.id = ${parentId})`
      : 'true',
    kinds: kindsSql(defined, scope),
  });
  const [row] = await database.sql<SearchRow<Entry>>({ text: statement }, parameters.values);
  if (row === undefined) throw new Error('A search gave no row');
  if (parent && !row.hasParent) throw notFound(parent.resource.name);
  refuseUnlessDefined(
    request,
    resource.fields,
    new Map(defined.map(({ key }, index) => [key, row.kinds[index]])),
  );
  return { records: row.records, page, limit, total: Number(row.total) };
}

interface SearchRow<Entry> {
  readonly records: readonly Entry[];
  /** A bigint, which the driver gives as text. */
  readonly total: string;
  readonly hasParent: boolean;
  /** Of the defined fields that were asked for. */
  readonly kinds: readonly (DefinedKind | null)[];
}

interface PageParts {
  readonly where: string;
  readonly orderBy: string;
  readonly limit: string;
  readonly offset: string;
  readonly hasParent: string;
  readonly kinds: string;
}

function compileText({ searchColumn }: Searchable<unknown>, text: string, scope: Scope): string {
  const place = typeof searchColumn === 'string' ? { column: searchColumn } : searchColumn;
  const pattern = scope.parameters.add(likePattern('contains', text), 'text');
  return holdsAt(place, scope, (column) => `${column} ilike ${pattern}`);
}

/** The rows are counted only when the page itself does not show the end: `case` evaluates one branch. */
function pageSql(resource: Searchable<unknown>, parts: PageParts): string {
  const { where, orderBy, limit, offset, hasParent, kinds } = parts;
  const { table } = resource;
  return `with page as materialized (
      select * from ${table} where ${where} order by ${orderBy} limit ${limit} offset ${offset}
    ), size as (select count(*) as rows from page)
    select (select coalesce(json_agg(${resource.recordOf('page')}), '[]'::json) from page) as records,
      case when size.rows < ${limit} and (size.rows > 0 or ${offset} = 0) then ${offset} + size.rows
        else (select count(*) from ${table} where ${where}) end as total,
      ${hasParent} as "hasParent", ${kinds} as kinds
    from size`;
}

/**
 * Ties are broken by id in the direction of the last key, so that an index on (tenant, field, id) can be read either
 * way. Rows without a value come last in ascending and first in descending order, as they stand in the index.
 */
function orderSql(table: string, sort: readonly SortKey[]): string {
  if (sort.length === 0) return `${table}.created_at desc, ${table}.id desc`;
  const keys = sort.map(({ field, direction }) => `${columnOf(field, table)} ${direction}`);
  return [...keys, `${table}.id ${sort.at(-1)?.direction}`].join(', ');
}
