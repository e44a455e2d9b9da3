import { listSortable, type SortableField } from './find-field.js';
import type { Fields } from './searchable.js';
import { TokenReader, unexpected } from './token-reader.js';

export interface SortKey {
  readonly field: SortableField;
  readonly direction: 'asc' | 'desc';
}

/**
 * Parses an order. It is a comma-separated list of `field`, `field:asc`, `field:desc`, `asc(field)` or `desc(field)`.
 * An empty text means the default order.
 */
export function parseSort(text: string, fields: Fields): SortKey[] {
  const reader = new TokenReader(text);
  if (reader.isAtEnd) return [];
  const sortable = listSortable(fields);
  const keys: SortKey[] = [];
  do keys.push(parseKey(reader, sortable, keys));
  while (reader.skip(','));
  reader.consume('end', '"," or the end of the expression');
  return keys;
}

function parseKey(
  reader: TokenReader,
  sortable: ReadonlyMap<string, SortableField>,
  earlier: readonly SortKey[],
): SortKey {
  const expected = `a field (${[...sortable.keys()].join(', ')})`;
  const first = reader.consume('word', expected);
  const isCall = isDirection(first.value) && reader.skip('(');
  const token = isCall ? reader.consume('word', expected) : first;
  if (isCall) reader.consume(')', '")"');
  const { name, direction } = isCall ? { name: token.value, direction: first.value } : split(token.value);
  if (!isDirection(direction)) throw unexpected(token, 'asc or desc after ":"');
  const field = sortable.get(name);
  if (field === undefined) throw unexpected(token, expected);
  if (earlier.some((key) => key.field === field)) throw unexpected(token, 'each field only once');
  return { field, direction };
}

function split(word: string): { name: string; direction: string } {
  const [name = '', ...rest] = word.split(':');
  return { name, direction: rest.length === 0 ? 'asc' : rest.join(':') };
}

function isDirection(text: string): text is SortKey['direction'] {
  return text === 'asc' || text === 'desc';
}
