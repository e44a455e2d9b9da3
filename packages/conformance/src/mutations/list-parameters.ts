import type { Parameter } from '../document/operation.js';
import { delimiterOf } from '../request/serialize-parameter.js';

/** Longer URLs are refused for their length, whatever they contain. */
const longestList = 4000;

/** An empty list is not written at all, so it is covered by another mutation or by none. */
export function isListWritten(items: readonly unknown[]): boolean {
  return items.length > 0 && items.join(',').length <= longestList;
}

/**
 * Returns the lists that a server may read from a written list: it may split items, and drop spaces and empty items.
 */
export function readingsOf(parameter: Parameter, items: readonly unknown[]): (readonly unknown[])[] {
  const split = parameter.explode ? items : items.flatMap((item) => splitText(item, delimiterOf(parameter)));
  const trimmed = split
    .map((item) => (typeof item === 'string' ? item.trim() : item))
    .filter((item) => item !== '');
  return [items, split, trimmed];
}

function splitText(item: unknown, delimiter: string): unknown[] {
  return typeof item === 'string' ? item.split(delimiter) : [item];
}
