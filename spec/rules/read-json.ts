import type { JsonObject } from './redocly-plugin.js';

/**
 * The validation package has its own copy of this function: rules run before any package is built, and packages do not
 * import the rules.
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty object, so that an absent map has no entries. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}
