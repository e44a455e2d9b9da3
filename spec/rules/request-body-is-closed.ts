import { followReference } from './follow-reference.js';
import { nameOperation } from './name-operation.js';
import { isObject } from './read-json.js';
import { readJsonSchema } from './read-responses.js';
import type { JsonObject, Rule } from './redocly-plugin.js';
import { walkSchemas } from './walk-schemas.js';

/** v3 refuses unknown keys, so that a misspelt optional field is not silently ignored. */
export const requestBodyIsClosed: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
      const start = body && readJsonSchema(body, context);
      if (!start) return;
      for (const { node, location, composedBy } of walkSchemas(start, context)) {
        if (!describesObject(node) || isClosed(node) || (composedBy && isClosed(composedBy.node))) continue;
        context.report({
          message: `${nameOperation(operation, context)}: an object of the request body is open to unknown keys. Add \`additionalProperties: false\` (\`unevaluatedProperties: false\` next to an allOf), or give the map a value schema.`,
          location,
        });
      }
    },
  },
});

function describesObject(schema: JsonObject): boolean {
  return (
    schema.type === 'object' ||
    (Array.isArray(schema.type) && schema.type.includes('object')) ||
    'properties' in schema
  );
}

function isClosed(schema: JsonObject): boolean {
  if (schema.additionalProperties === false || schema.unevaluatedProperties === false) return true;
  // With no properties of its own it is a map: `true` marks free JSON on purpose.
  return (
    !('properties' in schema) &&
    (schema.additionalProperties === true || isObject(schema.additionalProperties))
  );
}
