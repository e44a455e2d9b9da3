import { nameOperation } from './name-operation.js';
import { readScopes } from './read-scopes.js';
import type { Rule } from './redocly-plugin.js';

/** Clients retry a POST after a network failure. That is safe for a read, and for a write with an `Idempotency-Key`. */
export const writingPostIsIdempotent: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      if (context.key !== 'post' || operation['x-idempotent'] === true) return;
      const writing = readScopes(operation).find((scope) => !scope.endsWith(':read'));
      if (writing === undefined) return;
      context.report({
        message: `${nameOperation(operation, context)} is a POST that writes (scope \`${writing}\`). Add \`x-idempotent: true\`.`,
        location: context.location.child(['operationId']).key(),
      });
    },
  },
});
