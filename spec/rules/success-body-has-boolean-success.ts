import { nameOperation } from './name-operation.js';
import { objectOf } from './read-json.js';
import { readObjectSchema } from './read-object-schema.js';
import { readJsonSchema, readResponses } from './read-responses.js';
import type { Context, Placed, Rule } from './redocly-plugin.js';

/** Every response except the bytes of a file and a stream is JSON with a boolean `success`, which is `true` on success. */
export const successBodyHasBooleanSuccess: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      for (const response of readResponses(operation, context)) {
        if (!response.status.startsWith('2')) continue;
        const problem = findProblem(response, context);
        if (problem === undefined) continue;
        context.report({
          message: `${nameOperation(operation, context)}: the ${response.status} body ${problem}. Declare \`success: { type: boolean, const: true }\` and require it.`,
          location: response.location,
        });
      }
    },
  },
});

const otherTypes = ['application/octet-stream', 'text/event-stream'];

function findProblem(response: Placed, context: Context): string | undefined {
  const body = readJsonSchema(response, context);
  if (!body && otherTypes.some((type) => type in objectOf(response.node.content))) return;
  if (!body) return 'is not declared as application/json';
  const { properties, required } = readObjectSchema(body, context);
  const success = properties.get('success');
  if (!success) return 'has no `success`';
  if (!success.some(({ node }) => node.type === 'boolean')) return 'has a `success` that is not a boolean';
  if (!success.some(({ node }) => node.const === true)) return 'has a `success` that is not always true';
  return required.has('success') ? undefined : 'does not require `success`';
}
