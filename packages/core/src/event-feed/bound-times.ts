import { firstIdAt } from '@parley/database';
import type { Scope } from '../search/comparison.js';
import type { Condition, Filter } from '../search/filter.js';
import { createdAtField } from './event-feed.js';

/**
 * Returns conditions on the position for the times of a filter, so that the feed is read from the first of these events
 * on and not from its beginning. The filter itself is still compared.
 *
 * Positions, ids and times increase together, but not exactly: a transaction gets its number when it begins to write, and
 * its events get their id and time when they are recorded, by the clock of the process. The margin is longer than any
 * transaction that records events as they happen. The primary key finds the event of a time, since an id begins with it.
 */
export function boundTimes(filter: Filter | undefined, scope: Scope): string[] {
  return listRequired(filter).flatMap((condition) => boundOf(condition, scope));
}

const marginMs = 60 * 60 * 1_000;

/** The conditions that every event of the result satisfies. */
function listRequired(filter: Filter | undefined): Condition[] {
  if (filter === undefined || filter.type === 'not') return [];
  if ('filters' in filter) return filter.type === 'and' ? filter.filters.flatMap(listRequired) : [];
  return [filter];
}

function boundOf(condition: Condition, { row, tenant, parameters }: Scope): string[] {
  if (condition.field !== createdAtField || !('value' in condition) || condition.value === null) return [];
  const { type, value } = condition;
  const timeMs = new Date(String(value)).getTime();
  const positionOf = (operator: '<' | '>=', id: string, direction: 'asc' | 'desc') => `(
    select other.position from events other
    where other.tenant_id = ${tenant} and other.position >= 0 and other.id ${operator} ${id}
    order by other.id ${direction} limit 1)`;
  const from = () => {
    const id = parameters.add(idAt(timeMs - marginMs), 'uuid');
    return `${row}.id >= ${id} and ${row}.position >= coalesce(${positionOf('<', id, 'desc')}, 0)`;
  };
  const until = () => {
    const id = parameters.add(idAt(timeMs + marginMs), 'uuid');
    return `${row}.id < ${id} and ${row}.position <= coalesce(${positionOf('>=', id, 'asc')}, 9223372036854775807)`;
  };
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

/** The first id of a time, which may be outside the times that ids can contain. */
function idAt(timeMs: number): string {
  return firstIdAt(new Date(Math.min(Math.max(timeMs, 0), 2 ** 47)));
}
