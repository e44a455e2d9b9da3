import { createHash } from 'node:crypto';
import { isId } from '../ids.js';
import type { SortableField } from './find-field.js';
import type { Expressions } from './parse-request.js';

/** Position after a record: its sort values and its id. */
export interface Cursor {
  /** The number of the page that follows. */
  readonly page: number;
  /** The sort values as text; null where the record has no value. */
  readonly values: readonly (string | null)[];
  readonly id: string;
}

/** The search that a cursor belongs to. */
export interface CursorSearch {
  readonly table: string;
  readonly request: Expressions;
}

/** Returns the cursor as an opaque text, which contains a digest of its search. */
export function writeCursor({ page, values, id }: Cursor, search: CursorSearch): string {
  return Buffer.from(JSON.stringify([digestOf(search), page, ...values, id])).toString('base64url');
}

/** Returns a message when the text is not a cursor of this search. */
export function readCursor(
  text: string,
  search: CursorSearch,
  order: readonly SortableField[],
): Cursor | string {
  const parts = parseParts(text);
  if (parts === undefined) return noCursor;
  if (parts[0] !== digestOf(search)) return otherSearch;
  const cursor = { page: Number(parts[1]), values: parts.slice(2, -1), id: String(parts.at(-1)) };
  return fits(cursor, order) && writeCursor(cursor, search) === text ? cursor : noCursor;
}

const noCursor = 'Not a cursor of this operation';
const otherSearch = 'The cursor belongs to another query, sortBy or search';

function digestOf({ table, request: { query = '', sortBy = '', search = '' } }: CursorSearch): string {
  const digest = createHash('sha256').update(JSON.stringify([table, query, sortBy, search]));
  return digest.digest('hex').slice(0, 16);
}

function parseParts(text: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) && /^[\da-f]{16}$/.test(String(parts[0])) ? parts : undefined;
  } catch {
    return undefined;
  }
}

function fits(
  cursor: { page: number; values: readonly unknown[]; id: string },
  order: readonly SortableField[],
): cursor is Cursor {
  const { page, values, id } = cursor;
  const isPage = Number.isSafeInteger(page) && page > 0;
  return (
    isPage &&
    isId(id) &&
    values.length === order.length &&
    order.every((field, at) => isValueOf(field, values[at]))
  );
}

function isValueOf(field: SortableField, value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'string') return false;
  switch (field.kind) {
    case 'enum':
      // A newer release may have added values.
      return /^[\w.]{1,63}$/.test(value);
    case 'id':
      return isId(value);
    case 'timestamp':
      return isTimestamp(value);
    case 'date':
      return isTimestamp(`${value}T00:00:00.000Z`);
    case 'number':
      return /^-?\d{1,18}$/.test(value);
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'text':
      return !value.includes('\u0000') && !/\p{Surrogate}/u.test(value);
  }
}

function isTimestamp(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text && /^\d{4}-/.test(text);
}
