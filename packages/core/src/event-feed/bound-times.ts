import type { Scope } from '../search/comparison.js';
import type { Condition, Filter } from '../search/filter.js';
import { createdAtField } from './event-feed.js';

/**
 * Returns conditions on the position for the times of a filter, so that the feed is read from the first of these events
 * on and not from its beginning. The filter itself is still compared.
 *
 * Positions and times increase together, but not exactly: a transaction gets its number when it begins to write, and its
 * events get their time when they are recorded, by the clock of the process. The margin is longer than any transaction.
 */
export function boundTimes(filter: Filter | undefined, scope: Scope): string[] {
  return listRequired(filter).flatMap((condition) => boundOf(condition, scope));
}

const margin = `interval '1 hour'`;

/** The conditions that every event of the result satisfies. */
function listRequired(filter: Filter | undefined): Condition[] {
  if (filter === undefined || filter.type === 'not') return [];
  if ('filters' in filter) return filter.type === 'and' ? filter.filters.flatMap(listRequired) : [];
  return [filter];
}

function boundOf(condition: Condition, { row, tenant, parameters }: Scope): string[] {
  if (condition.field !== createdAtField || !('value' in condition) || condition.value === null) return [];
  const { type, value } = condition;
  const time = () => parameters.add(value, 'timestamptz');
  const positionOf = (where: string, direction: 'asc' | 'desc') => `(
    select other.position from events other
    where other.tenant_id = ${tenant} and other.position >= 0 and other.created_at ${where}
    order by other.created_at ${direction} limit 1)`;
  const from = () => `${row}.position >= coalesce(${positionOf(`< ${time()} - ${margin}`, 'desc')}, 0)`;
  const until = () =>
    `${row}.position <= coalesce(${positionOf(`> ${time()} + ${margin}`, 'asc')}, 9223372036854775807)`;
  switch (type) {
    case 'gt':
    case 'gte':
      return [from()];
    case 'lt':
    case 'lte':
      return [until()];
    case 'eq':
      return [from(), until()];
    default:
      return [];
  }
}
