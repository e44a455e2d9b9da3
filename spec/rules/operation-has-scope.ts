import { nameOperation } from './name-operation.js';
import { isObject, listOf, stringsOf } from './read-json.js';
import type { JsonObject, Rule } from './redocly-plugin.js';

const scopeSyntax = /^[a-z]+(_[a-z]+)*:(read|write)$|^automations:execute$/;

/** The server reads the scope an operation needs from its `security`. */
export const operationHasScope: Rule = () => ({
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
      for (const scope of scopes.filter((scope) => !scopeSyntax.test(scope))) {
        context.report({
          message: `${name}: \`${scope}\` is not a scope. Write \`<resource>:read\`, \`<resource>:write\` or \`automations:execute\`.`,
          location: context.location.child(['security']),
        });
      }
    },
  },
});

/** No scopes when any alternative can be met without one: a caller may choose the weakest. */
function readScopes(operation: JsonObject): string[] {
  const alternatives = listOf(operation.security).map((requirement) =>
    isObject(requirement) ? Object.values(requirement).flatMap(stringsOf) : [],
  );
  return alternatives.some((scopes) => scopes.length === 0) ? [] : alternatives.flat();
}
