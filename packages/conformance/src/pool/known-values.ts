import type { KnownValues } from '../generate/generation.js';
import { isIdentifier, resourceOfName, resourceOfSegment } from './resource-names.js';
import type { ValuePool } from './value-pool.js';

/** Finds known values of the server for a property: `contactId`, or the `id` of `contact` or of an item of `contacts`. */
export function createKnownValues(pool: ValuePool, resources: ReadonlySet<string>): KnownValues {
  return ({ name, parent }) => {
    const resource = resourceAt(name, parent);
    if (resource === undefined || !isKnown(resource, resources)) return undefined;
    return (pick) => pool.pick([resource], pick)?.value;
  };
}

function resourceAt(name: string | undefined, parent: string | undefined): string | undefined {
  if (name === undefined || !isIdentifier(name)) return undefined;
  if (!/^(id|uuid)s?$/i.test(name)) return resourceOfName(name);
  return parent === undefined ? undefined : resourceOfSegment(parent);
}

function isKnown(resource: string, resources: ReadonlySet<string>): boolean {
  return (
    resources.has(resource) || [...resources].some((known) => known.length >= 4 && known.endsWith(resource))
  );
}
