import { followReference } from './follow-reference.js';
import { nameOperation } from './name-operation.js';
import { readJsonSchema } from './read-responses.js';
import type { Rule } from './redocly-plugin.js';
import { walkSchemas } from './walk-schemas.js';

const keys = ['x-extensible-enum', 'x-extensible'];

/** A request accepts only the values that the service knows. A list that can grow would accept every text. */
export const requestListsAreClosed: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
      const start = body && readJsonSchema(body, context);
      if (!start) return;
      for (const { node, location } of walkSchemas(start, context)) {
        for (const key of keys.filter((name) => name in node)) {
          context.report({
            message: `${nameOperation(operation, context)}: \`${key}\` belongs to responses. Give the request a schema of its own, with a closed list.`,
            location: location.child([key]).key(),
          });
        }
      }
    },
  },
});
