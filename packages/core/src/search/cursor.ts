import { createHash } from 'node:crypto';
import { isId } from '../ids.js';
import type { SortableField } from './find-field.js';
import type { Expressions } from './parse-request.js';

/** Position after a record: its sort values and its id. */
export interface Cursor {
  readonly values: readonly string[];
  readonly id: string;
}

/** An opaque text. It contains a digest of its search, unless `query`, `sortBy` and `search` are empty. */
export function writeCursor({ values, id }: Cursor, search: Expressions): string {
  const mark = markOf(search);
  return Buffer.from([...(mark ? [mark] : []), ...values, id].join('/')).toString('base64url');
}

/** Returns a message when the text is not a cursor of this search. */
export function readCursor(
  text: string,
  search: Expressions,
  order: readonly SortableField[],
): Cursor | string {
  const parts = Buffer.from(text, 'base64url').toString().split('/');
  const isMarked = /^q[\da-f]{16}$/.test(parts[0] ?? '');
  if ((isMarked ? parts[0] : undefined) !== markOf(search)) return otherSearch;
  const values = parts.slice(isMarked ? 1 : 0, -1);
  const id = parts.at(-1) ?? '';
  const fits =
    values.length === order.length && order.every((field, at) => isValueOf(field, values[at] ?? ''));
  return fits && isId(id) && writeCursor({ values, id }, search) === text ? { values, id } : noCursor;
}

const noCursor = 'Not a cursor of this operation';
const otherSearch = 'The cursor belongs to another query, sortBy or search';

/** Undefined for a search without any of the three. */
function markOf({ query = '', sortBy = '', search = '' }: Expressions): string | undefined {
  if (query === '' && sortBy === '' && search === '') return undefined;
  const digest = createHash('sha256')
    .update(JSON.stringify([query, sortBy, search]))
    .digest('hex');
  return `q${digest.slice(0, 16)}`;
}

function isValueOf(field: SortableField, text: string): boolean {
  if (field.kind === 'enum') return field.values.includes(text);
  if (field.kind === 'id') return isId(text);
  return field.kind === 'timestamp' && isTimestamp(text);
}

function isTimestamp(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text && /^\d{4}-/.test(text);
}
