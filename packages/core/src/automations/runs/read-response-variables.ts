import type { ResponseVariable } from '../versions/steps.js';
import type { RunVariables } from './run-variables.js';

/** Returns the variables that a response sets. A response that is not JSON sets none. */
export function readResponseVariables(
  body: string | undefined,
  variables: readonly ResponseVariable[] = [],
): RunVariables {
  if (body === undefined || variables.length === 0) return {};
  const response = parse(body);
  const found = variables.flatMap(({ name, pointer }) => {
    const value = textOf(follow(response, pointer));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Follows a JSON Pointer (RFC 6901). */
function follow(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((place, key) => {
    if (typeof place !== 'object' || place === null) return undefined;
    if (Array.isArray(place)) return /^(0|[1-9]\d*)$/.test(key) ? place[Number(key)] : undefined;
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.hasOwn(place, name) ? Reflect.get(place, name) : undefined;
  }, value);
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return isExact(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  return value.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** A larger integer, such as a long id, has lost digits, and a number that is too large has become infinite. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
