import { followReference } from './follow-reference.js';
import { nameOperation } from './name-operation.js';
import { listOf, objectOf } from './read-json.js';
import { type DeclaredResponse, readMessageKeys, readResponses } from './read-responses.js';
import type { Context, JsonObject, Rule } from './redocly-plugin.js';

/** `x-idempotent` enables idempotency in the server, and the contract must then declare its header and errors. */
export const idempotentDeclaresKey: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      const name = nameOperation(operation, context);
      const parts = readParts(operation, context);
      const isMarked = operation['x-idempotent'] === true;
      for (const [part, isDeclared] of Object.entries(parts)) {
        if (isMarked === isDeclared) continue;
        context.report({
          message: isMarked
            ? `${name} is marked \`x-idempotent\` but does not declare ${part}. Add it.`
            : `${name} declares ${part} but is not marked. Add \`x-idempotent: true\`, or remove it.`,
        });
      }
    },
  },
});

function readParts(operation: JsonObject, context: Context): Record<string, boolean> {
  const responses = readResponses(operation, context);
  const declares = (status: string, key: string): boolean =>
    responses.some(
      (response) => response.status === status && readMessageKeys(response, context).includes(key),
    );
  return {
    'the header parameter `Idempotency-Key`': hasKeyParameter(operation, context),
    '409 `idempotency_in_progress`': declares('409', 'idempotency_in_progress'),
    '422 `idempotency_key_reused`': declares('422', 'idempotency_key_reused'),
    'the header `Idempotent-Replayed` of its success': responses.some(hasReplayedHeader),
  };
}

function hasKeyParameter(operation: JsonObject, context: Context): boolean {
  return listOf(operation.parameters).some((value, index) => {
    const parameter = followReference(value, context.location.child(['parameters', index]), context);
    return parameter?.node.in === 'header' && parameter.node.name === 'Idempotency-Key';
  });
}

function hasReplayedHeader({ status, node }: DeclaredResponse): boolean {
  return status.startsWith('2') && 'Idempotent-Replayed' in objectOf(node.headers);
}
