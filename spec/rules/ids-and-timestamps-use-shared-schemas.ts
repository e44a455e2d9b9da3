import { componentAt, componentName } from './component-name.js';
import { isObject, listOf, objectOf } from './read-json.js';
import type { Rule } from './redocly-plugin.js';
import { type Direction, type VisitBody, visitBodies } from './visit-bodies.js';
import { walkSchemas } from './walk-schemas.js';

const timestampSchemas = { request: 'TimestampInput', response: 'Timestamp' } as const;

/** Only these shared schemas may use the format; all others refer to them. */
const homes = new Map([
  ['uuid', ['Id']],
  ['date-time', ['Timestamp', 'TimestampInput', 'ScheduledAtInput']],
]);

/**
 * The whole contract uses one Id and one form of timestamp, whatever the name of a property is. `exempt` lists property
 * names, or `Component.property`, that may be other strings.
 */
export const idsAndTimestampsUseSharedSchemas: Rule<{ exempt?: string[] }> = ({ exempt = [] }) => {
  const reported = new Set<string>();

  const checkNames: VisitBody = (schema, direction, context) => {
    for (const { node, location } of walkSchemas(schema, context)) {
      for (const [name, property] of Object.entries(objectOf(node.properties))) {
        const expected = expectedSchema(name, direction);
        const place = location.child(['properties', name]);
        if (expected === undefined || refersTo(property, expected) || reported.has(place.absolutePointer))
          continue;
        if (exempt.includes(name) || exempt.includes(`${componentAt(location)}.${name}`)) continue;
        reported.add(place.absolutePointer);
        context.report({
          message: `\`${name}\` of ${direction === 'response' ? 'a response' : 'a request'} does not use the shared schema ${expected}. Refer to shared/schemas/${expected}.yaml, or exempt the name in redocly.yaml.`,
          location: place,
        });
      }
    }
  };

  return {
    ...visitBodies(checkNames),
    Schema({ format }, context) {
      const shared = homes.get(String(format));
      if (!shared || shared.includes(componentAt(context.location) ?? '')) return;
      if (reported.has(context.location.absolutePointer)) return;
      context.report({
        message: `\`format: ${format}\` is written out here. Refer to ${shared.map((name) => `shared/schemas/${name}.yaml`).join(' or ')}.`,
        location: context.location.child(['format']),
      });
    },
  };
};

function expectedSchema(name: string, direction: Direction): string | undefined {
  if (/^id$|Id$/.test(name)) return 'Id';
  return /^timestamp$|At$|Until$/.test(name) ? timestampSchemas[direction] : undefined;
}

/** Whether the schema is used directly, or as the alternative to `null`. */
function refersTo(property: unknown, name: string): boolean {
  if (!isObject(property)) return false;
  if (typeof property.$ref === 'string') return componentName(property.$ref) === name;
  const alternatives = [...listOf(property.oneOf), ...listOf(property.anyOf), ...listOf(property.allOf)];
  const others = alternatives.filter((item) => !(isObject(item) && item.type === 'null'));
  return others.length === 1 && refersTo(others[0], name);
}
