import { componentAt } from './component-name.js';
import { objectOf } from './read-json.js';
import { readObjectSchema } from './read-object-schema.js';
import type { Context, Rule } from './redocly-plugin.js';
import { visitBodies } from './visit-bodies.js';
import { type SchemaStep, walkSchemas } from './walk-schemas.js';

/**
 * Responses and events of v3 contain every key of a resource, with `null` if there is no value. `exempt` lists each
 * `Component.property` that may be missing. A closed object, such as a step of an automation, was written by the caller
 * and is returned unchanged.
 */
export const responseKeysAreRequired: Rule<{ exempt?: string[] }> = ({ exempt = [] }) => {
  const reported = new Set<string>();
  return visitBodies((schema, direction, context) => {
    if (direction === 'request') return;
    for (const step of walkSchemas(schema, context)) {
      if (step.node.additionalProperties === false) continue;
      const required = readRequired(step, context);
      for (const name of Object.keys(objectOf(step.node.properties))) {
        const place = step.location.child(['properties', name]);
        if (required.has(name) || reported.has(place.absolutePointer)) continue;
        if (exempt.includes(`${componentAt(step.location)}.${name}`)) continue;
        reported.add(place.absolutePointer);
        context.report({
          message: `\`${name}\` of a response may be missing. Add it to \`required\`, and allow \`null\` if it can have no value.`,
          location: place,
        });
      }
    }
  });
};

/** A key that one branch of an allOf requires is required by the whole. */
function readRequired(step: SchemaStep, context: Context): ReadonlySet<string> {
  const own = readObjectSchema(step, context).required;
  return step.composedBy ? new Set([...own, ...readObjectSchema(step.composedBy, context).required]) : own;
}
