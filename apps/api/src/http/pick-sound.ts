import { isStorable } from './storable-text.js';

/**
 * The body without what stands at the paths, for checks that go on where the schema has found errors. What is taken out
 * leaves `undefined` behind: positions in lists stay, and a key that was sent can be told from one that was not. Texts
 * that PostgreSQL cannot keep are taken out as well.
 */
export function pickSound(body: unknown, paths: readonly (readonly string[])[]): unknown {
  const copy = copyStorable(body);
  for (const path of paths) remove(copy, path);
  return copy;
}

function copyStorable(value: unknown): unknown {
  if (typeof value === 'string') return isStorable(value) ? value : undefined;
  if (Array.isArray(value)) return value.map(copyStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (isStorable(key) ? [[key, copyStorable(item)]] : [])),
  );
}

function remove(root: unknown, path: readonly string[]): void {
  let place = root;
  for (const key of path.slice(0, -1)) {
    if (!hasOwn(place, key)) return;
    place = place[key];
  }
  const last = path.at(-1);
  if (last !== undefined && hasOwn(place, last)) place[last] = undefined;
}

function hasOwn(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
