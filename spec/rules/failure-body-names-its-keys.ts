import { nameOperation } from './name-operation.js';
import { readObjectSchema } from './read-object-schema.js';
import { readJsonSchema, readMessageKeys, readResponses } from './read-responses.js';
import type { Context, Placed, Rule } from './redocly-plugin.js';

/** Callers handle errors by `error.messageKey`, so each error response declares its possible keys. */
export const failureBodyNamesItsKeys: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      for (const response of readResponses(operation, context)) {
        if (!/^[45]/.test(response.status)) continue;
        const failure = `${nameOperation(operation, context)}: the ${response.status} response`;
        if (readMessageKeys(response, context).length === 0) {
          context.report({
            message: `${failure} declares no error key. Add a const or an enum to \`error.messageKey\`.`,
            location: response.location,
          });
        }
        if (!isMarkedAsFailure(response, context)) {
          context.report({
            message: `${failure} is not an error body. Declare \`success: { type: boolean, const: false }\` and require it.`,
            location: response.location,
          });
        }
      }
    },
  },
});

function isMarkedAsFailure(response: Placed, context: Context): boolean {
  const body = readJsonSchema(response, context);
  if (!body) return false;
  const { properties, required } = readObjectSchema(body, context);
  return (
    required.has('success') && (properties.get('success') ?? []).some(({ node }) => node.const === false)
  );
}
