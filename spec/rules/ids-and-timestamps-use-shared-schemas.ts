import { followReference } from './follow-reference.js';
import { isObject, listOf, objectOf } from './read-json.js';
import { readResponses } from './read-responses.js';
import type { Context, JsonObject, Location, Placed, Rule } from './redocly-plugin.js';
import { walkSchemas } from './walk-schemas.js';

type Direction = 'request' | 'answer';

const timestampSchemas = { request: 'TimestampInput', answer: 'Timestamp' } as const;

/**
 * One Id and one form of timestamp in the whole contract.
 * `exempt` lists property names, or `Component.property`, that stay free strings.
 */
export const idsAndTimestampsUseSharedSchemas: Rule<{ exempt?: string[] }> = ({ exempt = [] }) => {
  const seen = new Set<string>();

  const check = (schema: Placed, direction: Direction, context: Context): void => {
    for (const { node, location } of walkSchemas(schema, context)) {
      for (const [name, property] of Object.entries(objectOf(node.properties))) {
        const expected = expectedSchema(name, direction);
        const place = location.child(['properties', name]);
        if (expected === undefined || refersTo(property, expected) || seen.has(place.absolutePointer))
          continue;
        if (exempt.includes(name) || exempt.includes(`${componentAt(location)}.${name}`)) continue;
        seen.add(place.absolutePointer);
        context.report({
          message: `\`${name}\` of ${an(direction)} does not use the shared schema ${expected}. Refer to shared/schemas/${expected}.yaml, or exempt the name in redocly.yaml.`,
          location: place,
        });
      }
    }
  };

  const checkBody = (holder: Placed, direction: Direction, context: Context): void => {
    for (const [mediaType, content] of Object.entries(objectOf(holder.node.content))) {
      if (!isObject(content)) continue;
      const at = holder.location.child(['content', mediaType, 'schema']);
      const schema = followReference(content.schema, at, context);
      if (schema) check(schema, direction, context);
    }
  };

  const checkOperation = (requests: Direction) => (operation: JsonObject, context: Context) => {
    const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
    if (body) checkBody(body, requests, context);
    for (const response of readResponses(operation, context)) checkBody(response, 'answer', context);
  };

  return {
    Paths: { Operation: checkOperation('request') },
    // The service is the sender here: what it delivers has the form of its answers.
    WebhooksMap: { Operation: checkOperation('answer') },
  };
};

function expectedSchema(name: string, direction: Direction): string | undefined {
  if (/^id$|Id$/.test(name)) return 'Id';
  return /^timestamp$|At$|Until$/.test(name) ? timestampSchemas[direction] : undefined;
}

/** Directly, or as the alternative to `null`. */
function refersTo(property: unknown, name: string): boolean {
  if (!isObject(property)) return false;
  if (typeof property.$ref === 'string') return componentName(property.$ref) === name;
  const alternatives = [...listOf(property.oneOf), ...listOf(property.anyOf), ...listOf(property.allOf)];
  const others = alternatives.filter((item) => !(isObject(item) && item.type === 'null'));
  return others.length === 1 && refersTo(others[0], name);
}

/** `Chat` for `components/schemas/Chat.yaml`, and for `#/components/schemas/Chat`. */
function componentName(reference: string): string | undefined {
  return /([^/]+?)(\.yaml|\.json)?$/.exec(reference)?.[1];
}

function componentAt(location: Location): string | undefined {
  const inDocument = /#\/components\/schemas\/([^/]+)/.exec(location.absolutePointer);
  return inDocument?.[1] ?? componentName(location.source.absoluteRef);
}

function an(direction: Direction): string {
  return direction === 'answer' ? 'an answer' : 'a request';
}
