import { hasProperties } from '../has-properties.js';
import type { OpenLists, OpenType } from '../operations/open-lists.js';

export interface FoundValue {
  /** The name of the list. */
  readonly list: string;
  readonly path: string;
  readonly value: string;
  readonly known: readonly string[];
}

/** Finds the values of open lists that the lists do not contain. */
export function* findUnknown(
  lists: OpenLists,
  value: unknown,
  type: string,
  path = '',
): Generator<FoundValue, void, undefined> {
  const expected = lists.types[type];
  if (expected === undefined) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* findUnknown(lists, item, type, `${path}[${index}]`);
  } else if (isList(expected)) {
    if (typeof value === 'string' && !expected.includes(value))
      yield { list: type, path, value, known: expected };
  } else if (hasProperties(value)) {
    for (const [name, next] of Object.entries(expected))
      yield* findUnknown(lists, value[name], next, path === '' ? name : `${path}.${name}`);
  }
}

function isList(type: OpenType): type is readonly string[] {
  return Array.isArray(type);
}
