import { composedStatement } from '@parley/database';
import { likePattern } from './comparison.js';
import { countCodePoints } from './count-code-points.js';
import type { Filter } from './filter.js';
import type { ParsedRequest } from './parse-request.js';
import type { Looking } from './resolve-lookups.js';
import type { PairIndex, Searchable } from './searchable.js';

/** If this many of the oldest and of the newest records have a pair, so do many others, and the index is not read. */
const sampled = { records: 100, having: 10 };

/**
 * Adds the ids of the records that have a part of two characters, if few have it. Without them, a part that no record has
 * would be compared with all of them: 470 ms among 200,000 contacts. The index is read by a statement of its own,
 * because comparing the pairs of a row without the index takes 30 times as long as comparing its text. Each part is
 * looked up once, however many fields are compared with it.
 */
export async function resolvePairs(
  looking: Looking,
  { searchColumn }: Pick<Searchable<unknown>, 'searchColumn'>,
  { filter, text }: Pick<ParsedRequest, 'filter' | 'text'>,
): Promise<Filter | undefined> {
  const find = createPairLookup(looking);
  const pairs = typeof searchColumn === 'string' ? undefined : searchColumn.pairs;
  const parts = [filter && (await resolve(filter, find)), await find(pairs, text)];
  const filters = parts.filter((part) => part !== undefined);
  return filters.length > 1 ? { type: 'and', filters } : filters[0];
}

/** Returns the condition that a record has one of the ids found, or undefined if the text is not looked up. */
type FindByPair = (pairs: PairIndex | undefined, text: string) => Promise<Filter | undefined>;

/** Inside a `not`, the ids of the others would be needed. */
async function resolve(filter: Filter, find: FindByPair): Promise<Filter> {
  if ('filters' in filter) {
    const filters: Filter[] = [];
    for (const part of filter.filters) filters.push(await resolve(part, find));
    return { ...filter, filters };
  }
  if (filter.type !== 'contains' && filter.type !== 'startsWith') return filter;
  const { field, value } = filter;
  const pairs = 'pairs' in field ? field.pairs : undefined;
  const found = await find(pairs, String(value));
  return found ? { type: 'and', filters: [found, filter] } : filter;
}

function createPairLookup({ lookUp, tenantId, sizes }: Looking): FindByPair {
  /** By the statement and the text. */
  const known = new Map<string, readonly string[] | null>();
  return async (pairs, text) => {
    if (pairs === undefined || countCodePoints(text) !== 2) return undefined;
    const sql = findByPairSql(pairs, sizes.idsOfPair + 1);
    const key = `${sql} ${text}`;
    const ids = known.has(key) ? known.get(key) : await findIds(sql, text);
    known.set(key, ids ?? null);
    return ids ? { type: 'in', field: pairs.idField, values: ids } : undefined;
  };
  async function findIds(sql: string, text: string): Promise<readonly string[] | null> {
    const values = [tenantId, text, likePattern('contains', text)];
    const [row] = await lookUp<{ ids: readonly string[] | null }>(composedStatement(sql), values);
    return row?.ids && row.ids.length <= sizes.idsOfPair ? row.ids : null;
  }
}

/**
 * Returns the statement that finds the ids, or null for a pair that is common in the sample: collecting 200,000 records
 * from the index takes 20 ms, more than the search itself.
 */
function findByPairSql({ table, text, expression }: PairIndex, limit: number): string {
  const isCommonFrom = (direction: 'asc' | 'desc') => `(select count(*) >= ${sampled.having} from (
      select ${text} as text from ${table} where tenant_id = $1::uuid
      order by id ${direction} limit ${sampled.records}) sample where sample.text ilike $3::text)`;
  return `select case when not (${isCommonFrom('asc')} and ${isCommonFrom('desc')}) then array(
    select id from ${table} where tenant_id = $1::uuid
      and ${expression} @> text_pairs($1::uuid, $2::text) limit ${limit}) end as ids`;
}
