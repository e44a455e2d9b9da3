import type { Context } from '../context.js';
import { countCodePoints } from './count-code-points.js';
import type { Filter } from './filter.js';
import type { ParsedRequest } from './parse-request.js';
import type { PairIndex, Searchable } from './searchable.js';

/** A pair that more records have is not looked up: the search then finds the first page without an index. */
const mostIds = 1_000;

/**
 * Adds the ids of the records that have a part of two characters, if few have it. Without them, a part that no record has
 * would be compared with all of them: 470 ms among 200,000 contacts. The index is read by a statement of its own,
 * because comparing the pairs of a row without the index takes 30 times as long as comparing its text.
 */
export async function resolvePairs(
  context: Context,
  { searchColumn }: Pick<Searchable<unknown>, 'searchColumn'>,
  { filter, text }: Pick<ParsedRequest, 'filter' | 'text'>,
): Promise<Filter | undefined> {
  const pairs = typeof searchColumn === 'string' ? undefined : searchColumn.pairs;
  const parts = [filter && (await resolve(context, filter)), await findByPair(context, pairs, text)];
  const filters = parts.filter((part) => part !== undefined);
  return filters.length > 1 ? { type: 'and', filters } : filters[0];
}

/** Inside a `not`, the ids of the others would be needed. */
async function resolve(context: Context, filter: Filter): Promise<Filter> {
  if ('filters' in filter) {
    const filters = await Promise.all(filter.filters.map((part) => resolve(context, part)));
    return { ...filter, filters };
  }
  if (filter.type !== 'contains' && filter.type !== 'startsWith') return filter;
  const { field, value } = filter;
  const pairs = 'pairs' in field ? field.pairs : undefined;
  const found = await findByPair(context, pairs, String(value));
  return found ? { type: 'and', filters: [found, filter] } : filter;
}

async function findByPair(
  { database, tenantId }: Context,
  pairs: PairIndex | undefined,
  text: string,
): Promise<Filter | undefined> {
  if (pairs === undefined || countCodePoints(text) !== 2) return undefined;
  const rows = await database.sql<{ id: string }>(
    {
      text: `select id from ${pairs.table} where tenant_id = $1::uuid
        and ${pairs.expression} @> text_pairs($1::uuid, $2::text) limit ${mostIds + 1}`,
    },
    [tenantId, text],
  );
  if (rows.length > mostIds) return undefined;
  return { type: 'in', field: pairs.idField, values: rows.map(({ id }) => id) };
}
