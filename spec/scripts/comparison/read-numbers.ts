import type { Part } from './read-parts.js';

/** The different values that the parts of a schema have for a keyword. */
export function readAll(parts: readonly Part[], keyword: string): unknown[] {
  return [...new Set(parts.map(({ value }) => value[keyword]).filter((value) => value !== undefined))];
}

export function readNumbers(parts: readonly Part[], keyword: string): number[] {
  return readAll(parts, keyword).filter((value) => typeof value === 'number');
}

/** The limits of integers: above 0 is the same as at least 1, so exclusive limits are read as inclusive ones. */
export function readInclusive(parts: readonly Part[], keyword: string): number[] {
  switch (keyword) {
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return [];
    case 'minimum':
      return [
        ...readNumbers(parts, 'minimum').map(Math.ceil),
        ...readNumbers(parts, 'exclusiveMinimum').map((limit) => Math.floor(limit) + 1),
      ];
    case 'maximum':
      return [
        ...readNumbers(parts, 'maximum').map(Math.floor),
        ...readNumbers(parts, 'exclusiveMaximum').map((limit) => Math.ceil(limit) - 1),
      ];
    default:
      return readNumbers(parts, keyword);
  }
}
