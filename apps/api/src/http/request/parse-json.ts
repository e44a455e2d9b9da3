import { isUtf8 } from 'node:buffer';
import { invalidParam } from '../validation/invalid-param.js';

/** This is deeper than any body of the contract, and shallow enough for recursive functions. */
const maxDepth = 64;

/** Parses a body that must be JSON in UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidParam('body', 'invalid_json', 'Body is not valid UTF-8');
  const value = parse(withoutByteOrderMark(bytes.toString('utf8')));
  if (isDeeperThan(value, maxDepth)) {
    throw invalidParam('body', 'invalid_json', `Body is nested more than ${maxDepth} levels deep`);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParam('body', 'invalid_json', 'Body is not valid JSON');
  }
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
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
