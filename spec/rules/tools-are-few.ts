import { nameOperation } from './name-operation.js';
import { readScopes } from './read-scopes.js';
import type { JsonObject, Location, Rule } from './redocly-plugin.js';
import { isTool, type Tool } from './tool.js';

/**
 * A model chooses worse from a long list of tools, and each tool takes a part of its context. A wrong hint would let a
 * host run a write without asking its user.
 */
export const toolsAreFew: Rule<{ maximum?: number }> = ({ maximum = 20 }) => {
  const tools: Array<{ name: string; location: Location }> = [];
  return {
    Paths: {
      Operation(operation, context) {
        const tool = operation['x-tool'];
        // The rule about extension keys reports a malformed one.
        if (!isTool(tool)) return;
        const location = context.location.child(['x-tool']);
        const message = findProblem(tool, operation, String(context.key));
        if (message) context.report({ message: `${nameOperation(operation, context)} ${message}`, location });
        if (tools.some(({ name }) => name === tool.name))
          context.report({
            message: `The tool \`${tool.name}\` exists twice. Rename one of them.`,
            location,
          });
        tools.push({ name: tool.name, location });
        if (tools.length === maximum + 1)
          context.report({
            message: `The contract has more than ${maximum} tools. Remove \`x-tool\` from an operation.`,
            location,
          });
      },
    },
  };
};

/** What these scopes allow cannot be taken back. */
const outgoingScopes = new Set(['messages:write', 'automations:execute']);

function findProblem({ hint }: Tool, operation: JsonObject, method: string): string | undefined {
  const scopes = readScopes(operation);
  const isRead = scopes.every((scope) => scope.endsWith(':read'));
  if (isRead !== (hint === 'read-only'))
    return `${isRead ? 'only reads' : 'writes'}, and its tool has the hint \`${hint}\`. Its scopes decide about \`read-only\`.`;
  if (method === 'delete' && hint !== 'destructive')
    return `deletes, and its tool has the hint \`${hint}\`. Use \`destructive\`.`;
  if (hint === 'additive' && scopes.some((scope) => outgoingScopes.has(scope)))
    return `reaches a customer, and its tool has the hint \`${hint}\`. Use \`outgoing\`.`;
  return undefined;
}
