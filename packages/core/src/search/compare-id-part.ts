import type { Parameters } from './parameters.js';

/** The part to search for, and the SQL expression of the text in which it is searched. */
export interface TextPart {
  readonly type: 'contains' | 'startsWith';
  readonly text: string;
  readonly column: string;
}

/**
 * Compares an id as text. `startsWith` is a range of ids, which an index serves. `contains` reads all ids of the
 * tenant; no row is read for a string that no id can contain.
 */
export function compareIdPart({ type, text, column }: TextPart, parameters: Parameters): string {
  if (type === 'startsWith') {
    const [first, last] = [lowest, highest].map((id) => text.toLowerCase() + id.slice(text.length));
    if (!isUuid.test(first ?? '')) return 'false';
    return `${column} between ${parameters.add(first, 'uuid')} and ${parameters.add(last, 'uuid')}`;
  }
  if (!/^[\da-f-]{0,36}$/i.test(text)) return 'false';
  return `strpos(${column}::text, ${parameters.add(text.toLowerCase(), 'text')}) > 0`;
}

const lowest = '00000000-0000-0000-0000-000000000000';
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
