import { isId } from '../ids.js';

/** The place after a message, in the order of time and, within a moment, of ids. */
export interface MessageCursor {
  readonly timestamp: string;
  readonly id: string;
}

/** A text that nobody needs to understand. */
export function writeCursor({ timestamp, id }: MessageCursor): string {
  return Buffer.from(`${timestamp}/${id}`).toString('base64url');
}

/** Undefined for a text that is no cursor of ours. */
export function readCursor(text: string): MessageCursor | undefined {
  const [timestamp = '', id = '', ...rest] = Buffer.from(text, 'base64url').toString().split('/');
  if (rest.length > 0 || !isId(id) || !isTimestamp(timestamp)) return undefined;
  return writeCursor({ timestamp, id }) === text ? { timestamp, id } : undefined;
}

function isTimestamp(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text && /^\d{4}-/.test(text);
}
