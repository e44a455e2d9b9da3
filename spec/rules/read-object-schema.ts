import { readBranches } from './expand-schema.js';
import { followReference } from './follow-reference.js';
import { objectOf, stringsOf } from './read-json.js';
import type { Context, Placed } from './redocly-plugin.js';

export interface ObjectSchema {
  /** Each property with all the schemas that describe it, one per `allOf` branch that names it. */
  readonly properties: ReadonlyMap<string, Placed[]>;
  readonly required: ReadonlySet<string>;
}

/** Returns the properties of an object schema, with its references and `allOf` branches merged. */
export function readObjectSchema(schema: Placed, context: Context): ObjectSchema {
  const properties = new Map<string, Placed[]>();
  const required = new Set<string>();
  const take = ({ node, location }: Placed): void => {
    for (const name of stringsOf(node.required)) required.add(name);
    for (const [name, value] of Object.entries(objectOf(node.properties))) {
      const property = followReference(value, location.child(['properties', name]), context);
      if (property) properties.set(name, [...(properties.get(name) ?? []), property]);
    }
    for (const branch of readBranches({ node, location }, 'allOf', context)) take(branch);
  };
  take(schema);
  return { properties, required };
}
