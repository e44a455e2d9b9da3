import { isObject, listOf, stringsOf } from '../../rules/read-json.js';
import type { Part } from './read-parts.js';

/** Every type of a JSON value. A number is an integer or a fraction, so that `integer` is a part of `number`. */
export type JsonType = 'null' | 'boolean' | 'string' | 'integer' | 'fraction' | 'object' | 'array';

const allTypes: readonly JsonType[] = ['null', 'boolean', 'string', 'integer', 'fraction', 'object', 'array'];

/** The types that every part allows. */
export function readTypes(parts: readonly Part[]): ReadonlySet<JsonType> {
  const lists = parts.flatMap(({ value: { type } }) => (type === undefined ? [] : [expandTypes(type)]));
  return new Set(allTypes.filter((type) => lists.every((list) => list.includes(type))));
}

function expandTypes(type: unknown): JsonType[] {
  const names = typeof type === 'string' ? [type] : stringsOf(type);
  return allTypes.filter(
    (known) =>
      names.includes(known) || ((known === 'fraction' || known === 'integer') && names.includes('number')),
  );
}

/** The types in the words of a document. */
export function describeTypes(types: ReadonlySet<JsonType>): string {
  if (types.size === allTypes.length) return 'any type';
  const names = [...types].map((type) => (type === 'fraction' ? 'number' : type));
  return names.filter((name) => name !== 'integer' || !types.has('fraction')).join(' | ');
}

/** The only values that every part allows; undefined if any value of its type is allowed. */
export function readValues(parts: readonly Part[]): readonly unknown[] | undefined {
  const lists = parts.flatMap(({ value }) => {
    if ('const' in value) return [[value.const]];
    return Array.isArray(value.enum) ? [listOf(value.enum)] : [];
  });
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.some((other) => isSame(value, other))));
}

/** The keywords of a schema that only inform a reader. */
export const informing: ReadonlySet<string> = new Set([
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'externalDocs',
  '$comment',
  'xml',
]);

/** Whether two values of a document are equal. The order of keys in an object does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}
