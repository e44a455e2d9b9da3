import { hasOwn } from './has-own.js';
import { isStorable } from './storable-text.js';

/** An error of the schema: the path of keys, and whether the last key is unknown to the schema. */
export interface LocatedError {
  readonly keys: readonly string[];
  readonly isUnknownKey: boolean;
}

/**
 * Returns the body without the values that the schema refused, for the remaining checks (see `ValidPart`). For an
 * unknown key, only the key itself is removed. Texts that PostgreSQL cannot store are removed too.
 */
export function pickValidFields(body: object, errors: readonly LocatedError[]): object {
  const valid = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, copyField(value)]));
  // Unknown keys are removed first, so that a list item with one is checked without it.
  for (const { keys, isUnknownKey } of errors) if (isUnknownKey) remove(valid, keys);
  for (const { keys, isUnknownKey } of errors) if (!isUnknownKey) leaveOut(valid, keys);
  return valid;
}

/** Removes the list item, or the whole field, that has an error. */
function leaveOut(valid: Record<string, unknown>, [field = '', item]: readonly string[]): void {
  if (!Object.hasOwn(valid, field)) return;
  const value = valid[field];
  if (Array.isArray(value) && item !== undefined && Object.hasOwn(value, item))
    value[Number(item)] = undefined;
  else valid[field] = undefined;
}

/** Copies a field. A value or list item with a text that cannot be stored becomes undefined. */
function copyField(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item) => (isStorableWhole(item) ? structuredClone(item) : undefined));
  return isStorableWhole(value) ? structuredClone(value) : undefined;
}

function isStorableWhole(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorableWhole(item));
}

/** Removes the last key of the path. */
function remove(root: unknown, keys: readonly string[]): void {
  let place = root;
  for (const key of keys.slice(0, -1)) {
    if (!hasOwn(place, key)) return;
    place = place[key];
  }
  const last = keys.at(-1);
  if (last !== undefined && hasOwn(place, last)) delete place[last];
}
