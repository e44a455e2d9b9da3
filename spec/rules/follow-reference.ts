import { isObject } from './read-json.js';
import type { Context, Location, Placed } from './redocly-plugin.js';

/** The object a value stands for: itself, or what its `$ref` points at, however many steps away. */
export function followReference(value: unknown, at: Location, context: Context): Placed | undefined {
  let node = value;
  let location = at;
  while (isObject(node) && typeof node.$ref === 'string') {
    const target = context.resolve(node, location.source.absoluteRef);
    // A broken reference is the business of `no-unresolved-refs`.
    if (target.location === undefined) return undefined;
    node = target.node;
    location = target.location;
  }
  return isObject(node) ? { node, location } : undefined;
}
