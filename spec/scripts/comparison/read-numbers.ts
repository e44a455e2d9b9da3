import type { Part } from './read-parts.js';

/** The different values that the parts of a schema have for a keyword. */
export function readAll(parts: readonly Part[], keyword: string): unknown[] {
  return [...new Set(parts.map(({ value }) => value[keyword]).filter((value) => value !== undefined))];
}

export function readNumbers(parts: readonly Part[], keyword: string): number[] {
  return readAll(parts, keyword).filter((value) => typeof value === 'number');
}
