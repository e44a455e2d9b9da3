import { invalidParam } from '../validation/invalid-param.js';
import { maxDepth } from './json-bounds.js';

/** Parses a JSON text, and checks what JSON allows and the API does not. */
export function parseJsonText(text: string): unknown {
  const value = parse(text);
  if (isDeeperThan(value, maxDepth)) throw tooDeep();
  return value;
}

export function notJson(): Error {
  return invalidParam('body', 'invalid_json', 'Body is not valid JSON');
}

export function tooDeep(): Error {
  return invalidParam('body', 'invalid_json', `Body is nested more than ${maxDepth} levels deep`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  // JSON allows numbers that do not fit into a double. JSON.stringify would write such a number as null.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    throw invalidParam('body', 'invalid_json', 'Body contains a number that is too large');
  }
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1));
  for (const key in value) {
    // JSON.parse returns plain objects, so their keys can be read by name.
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}
