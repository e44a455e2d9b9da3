import { isObject, objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { type ContractDocument, decodeKey } from '../read-document.js';
import type { Pair, Subject } from './located.js';

export interface Followed {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The object at a pointer, with its reference followed. */
export function follow(document: ContractDocument, value: unknown, pointer: string): Followed {
  if (!isObject(value) || typeof value.$ref !== 'string') return { value: objectOf(value), pointer };
  const keys = value.$ref.replace(/^#\//, '').split('/').map(decodeKey);
  const target = keys.reduce<unknown>((node, key) => objectOf(node)[key], document);
  return follow(document, target, value.$ref);
}

export function followPair(
  { base, head }: Pick<Subject, 'base' | 'head'>,
  { before, after, beforePointer, afterPointer }: Pair,
): Pair {
  const [was, is] = [follow(base, before, beforePointer), follow(head, after, afterPointer)];
  return { before: was.value, after: is.value, beforePointer: was.pointer, afterPointer: is.pointer };
}
