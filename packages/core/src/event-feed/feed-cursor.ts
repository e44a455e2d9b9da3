import { type Cursor, writeCursor } from '../search/cursor.js';
import type { SortKey } from '../search/parse-sort.js';
import { readAfter } from '../search/read-after.js';
import { ValidationErrors } from '../validation-errors.js';
import { feedOrder } from './compile-feed.js';
import { eventFeed } from './event-feed.js';
import type { FeedPosition } from './feed-position.js';

/** The text of a cursor also names the feed of the installation, because positions of another one mean nothing here. */
export const cursorParts: readonly SortKey[] = [
  ...feedOrder,
  { field: { kind: 'id', column: 'id' }, direction: 'asc' },
];

/** Throws a validation error of the parameter when a cursor names the feed of another installation. */
export function refuseOtherFeed({ values: [, ofFeed] }: Cursor, feedId: string, path: string): void {
  if (ofFeed === feedId) return;
  const errors = new ValidationErrors();
  errors.add(path, 'invalid_string', 'The cursor belongs to another installation');
  errors.throwIfAny();
}

/** Returns a cursor of the feed without a filter, with which a stream or a search continues. */
export function writeFeedCursor({ position, id }: FeedPosition, feedId: string): string {
  return writeCursor({ page: 1, values: [position, feedId], id }, unfiltered);
}

/** Reads such a cursor. Throws a validation error of the parameter when the text is not one. */
export function readFeedCursor(text: string, path: string): Cursor {
  const errors = new ValidationErrors();
  const cursor = readAfter({ text, path }, { ...unfiltered, sort: cursorParts }, errors);
  errors.throwIfAny();
  if (cursor === undefined) throw new Error('A cursor without an error has no position.');
  return cursor;
}

const unfiltered = { table: eventFeed.table, request: {} };
