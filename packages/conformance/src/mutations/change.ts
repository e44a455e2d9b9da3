import { isObject } from '@parley/validation';
import type { Site } from './list-sites.js';
import type { MutatedField } from './mutation.js';

/** A change that makes a valid value invalid. */
export interface Change {
  readonly path: readonly (string | number)[];
  /** The new value; `removed` deletes it. */
  readonly value: unknown;
  readonly field: MutatedField;
  readonly description: string;
}

export const removed = Symbol('removed');

/** Lists the changes of a site. In parameters and forms every value is text. */
export type Mutate = (site: Site, context: { readonly isText: boolean }) => readonly Change[];

/** Returns a change that replaces the value of a site. */
export function replace({ path, least }: Site, value: unknown, description: string): Change {
  return { path, value, field: { path, least }, description };
}

/** Returns a changed copy of the value. */
export function applyChange(value: unknown, { path, value: next }: Pick<Change, 'path' | 'value'>): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      index === key ? applyChange(item, { path: rest, value: next }) : item,
    );
  }
  const entries = Object.entries(isObject(value) ? value : {});
  if (rest.length === 0 && next === removed) return fromEntries(entries.filter(([name]) => name !== key));
  const inner = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  const changed: [string, unknown] = [String(key), applyChange(inner, { path: rest, value: next })];
  const isThere = entries.some(([name]) => name === key);
  return fromEntries(
    isThere ? entries.map((entry) => (entry[0] === key ? changed : entry)) : [...entries, changed],
  );
}

/** Unlike an assignment, this keeps a key that is called `__proto__`. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** Returns the name of a site in a sentence. */
export function nameSite(path: readonly (string | number)[]): string {
  return path.length === 0 ? 'the body' : path.join('.');
}
