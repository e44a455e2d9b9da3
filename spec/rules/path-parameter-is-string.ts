import { followReference } from './follow-reference.js';
import { objectOf } from './read-json.js';
import type { JsonObject, Rule } from './redocly-plugin.js';

/** The only keywords that the schema of a path parameter may have. */
const harmlessKeywords = new Set([
  '$ref',
  'type',
  'title',
  'description',
  'examples',
  'example',
  'deprecated',
]);

/** A path id that is malformed is simply not found (404), so the contract must not refuse it (400). */
export const pathParameterIsString: Rule = () => ({
  Parameter(parameter, context) {
    if (parameter.in !== 'path') return;
    const written = { node: objectOf(parameter.schema), location: context.location.child(['schema']) };
    const schema = followReference(parameter.schema, written.location, context);
    if (schema?.node.type !== 'string') {
      context.report({
        message: `Path parameter \`${parameter.name}\` is not a string. Write \`schema: { type: string }\`.`,
        location: written.location,
      });
      return;
    }
    // In OpenAPI 3.1, keywords next to a reference apply as well.
    const schemas = schema.node === written.node ? [schema] : [written, schema];
    for (const { node, location } of schemas) {
      for (const keyword of listNarrowingKeywords(node)) {
        context.report({
          message: `Path parameter \`${parameter.name}\` is narrowed by \`${keyword}\`. Remove it: a malformed id is not found, never a 400.`,
          location: location.child([keyword]).key(),
        });
      }
    }
  },
});

function listNarrowingKeywords(schema: JsonObject): string[] {
  return Object.keys(schema).filter((keyword) => !harmlessKeywords.has(keyword) && !keyword.startsWith('x-'));
}
