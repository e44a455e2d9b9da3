import { isStorable } from './storable-text.js';

/** An error of the schema: the keys that lead to its place, and whether nobody knows the last of them. */
export interface PlacedError {
  readonly keys: readonly string[];
  readonly isUnknownKey: boolean;
}

/**
 * The body without what the schema refused, for checks that go on nevertheless: see `Sound`. An unknown key goes alone. Texts
 * that PostgreSQL cannot keep go as well.
 */
export function pickSound(body: object, errors: readonly PlacedError[]): object {
  const sound = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, copyField(value)]));
  // Unknown keys go first: a list item that has one is checked without it.
  for (const { keys, isUnknownKey } of errors) if (isUnknownKey) remove(sound, keys);
  for (const { keys, isUnknownKey } of errors) if (!isUnknownKey) leaveOut(sound, keys);
  return sound;
}

/** The item of a list, or the field as a whole, in which an error is. */
function leaveOut(sound: Record<string, unknown>, [field = '', item]: readonly string[]): void {
  if (!Object.hasOwn(sound, field)) return;
  const value = sound[field];
  if (Array.isArray(value) && item !== undefined && Object.hasOwn(value, item))
    value[Number(item)] = undefined;
  else sound[field] = undefined;
}

/** A list, or a value as a whole, with all texts in it that can be stored. */
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

/** Takes the last of the keys away. */
function remove(root: unknown, keys: readonly string[]): void {
  let place = root;
  for (const key of keys.slice(0, -1)) {
    if (!hasOwn(place, key)) return;
    place = place[key];
  }
  const last = keys.at(-1);
  if (last !== undefined && hasOwn(place, last)) delete place[last];
}

function hasOwn(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
