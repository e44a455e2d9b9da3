import { isObject } from './read-json.js';
import type { Context, Location, Placed } from './redocly-plugin.js';

/** Returns the object itself, or the target of its `$ref`, through any number of references. */
export function followReference(value: unknown, at: Location, context: Context): Placed | undefined {
  let node = value;
  let location = at;
  while (isObject(node) && typeof node.$ref === 'string') {
    const target = context.resolve(node, location.source.absoluteRef);
    // `no-unresolved-refs` reports a broken reference.
    if (target.location === undefined) return undefined;
    node = target.node;
    location = target.location;
  }
  return isObject(node) ? { node, location } : undefined;
}
