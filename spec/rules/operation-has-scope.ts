import { nameOperation } from './name-operation.js';
import { readScopes } from './read-scopes.js';
import type { Rule } from './redocly-plugin.js';
import { suggestName } from './suggest-name.js';

/** The server reads the scope of an operation from its `security`; a misspelt scope would refuse every token. */
export const operationHasScope: Rule<{ resources?: string[] }> = ({ resources = [] }) => {
  const known = [
    ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]),
    'automations:execute',
  ];
  return {
    Paths: {
      Operation(operation, context) {
        const name = nameOperation(operation, context);
        const scopes = readScopes(operation);
        if (scopes.length === 0) {
          context.report({
            message: `${name} needs no scope. Add \`security: [{ bearerAuth: ['<resource>:read'] }]\` to the operation.`,
            location: context.location.child(['security']).key(),
          });
        }
        for (const scope of scopes.filter((scope) => !known.includes(scope))) {
          const nearest = suggestName(scope, known);
          const hint = nearest
            ? `Did you mean \`${nearest}\`?`
            : 'Write `<resource>:read`, `<resource>:write` or `automations:execute`; redocly.yaml lists the resources.';
          context.report({
            message: `${name}: \`${scope}\` is not a scope. ${hint}`,
            location: context.location.child(['security']),
          });
        }
      },
    },
  };
};
