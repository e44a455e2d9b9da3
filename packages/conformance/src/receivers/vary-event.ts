import { asObject, isObject, type JsonObject } from '@parley/validation';
import { applyChange, nameSite } from '../mutations/change.js';
import { listSites, type Site } from '../mutations/list-sites.js';
import { validatorOf } from '../schema/validator-of.js';
import type { ReceiverEvent } from './read-events.js';

export interface Variant {
  readonly body: JsonObject;
  readonly detail?: string;
}

/** Returns the example with null wherever it may be; nothing if no field can be null. */
export function withNulls({ schema, example }: ReceiverEvent): Variant[] {
  const { accepts } = validatorOf(schema);
  let body: unknown = example;
  // Inner sites come after outer ones, so a site may be gone when its turn comes.
  for (const { path } of sitesOf(schema, example)) {
    const changed = exists(body, path) ? applyChange(body, { path, value: null }) : body;
    if (accepts(changed)) body = changed;
  }
  return isObject(body) && JSON.stringify(body) !== JSON.stringify(example) ? [{ body }] : [];
}

/**
 * Returns one variant for each enumeration of the example that can grow, with a value that it does not list. A receiver
 * may rely on the values of an `enum`.
 */
export function withUnknownValues({ schema, example, typeKey }: ReceiverEvent): Variant[] {
  return sitesOf(schema, example)
    .filter((site) => canGrow(site) && nameSite(site.path) !== typeKey)
    .map(({ path }) => ({
      body: asObject(applyChange(example, { path, value: 'added_later' })),
      detail: nameSite(path),
    }));
}

/** Adds a field to every object. */
export function withUnknownFields({ schema, example }: ReceiverEvent): Variant {
  const objects = listSites(schema, example).filter(({ value }) => isObject(value));
  const body = objects.reduce<unknown>(
    (changed, { path }) => applyChange(changed, { path: [...path, 'addedLater'], value: { nested: [1] } }),
    example,
  );
  return { body: asObject(body) };
}

/** Returns the example with text outside ASCII in the first field that allows it. */
export function withNonAscii({ schema, example }: ReceiverEvent): Variant | undefined {
  const { accepts } = validatorOf(schema);
  for (const { path, value } of sitesOf(schema, example)) {
    if (typeof value !== 'string' || path.length < 2) continue;
    const body = applyChange(example, { path, value: `${value} ${beyondAscii}` });
    if (accepts(body)) return { body: asObject(body), detail: nameSite(path) };
  }
  return undefined;
}

/** Ends with a character of four bytes, so that the bytes can be split inside it. */
export const beyondAscii = 'Zoë 日本 💬';

function sitesOf(schema: JsonObject, example: JsonObject): Site[] {
  return listSites(schema, example).filter(({ path }) => path.length > 0);
}

function canGrow({ schema, value }: Site): boolean {
  return typeof value === 'string' && Array.isArray(schema['x-extensible-enum']);
}

function exists(body: unknown, path: readonly (string | number)[]): boolean {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = Object.entries(value).find(([name]) => name === String(key))?.[1];
  }
  return true;
}
