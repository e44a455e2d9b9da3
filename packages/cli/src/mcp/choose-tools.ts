import { type Operation, v3 } from '@parley/contract/operations';
import { type Tool, tools } from '@parley/contract/tools';

/** A tool with its operation, and the scopes that the token lacks for it. */
export interface ChosenTool {
  readonly tool: Tool;
  readonly operation: Operation;
  readonly missingScopes: readonly string[];
}

export interface Choice {
  /** The scopes of the token; undefined if it does not say. */
  readonly scopes: ReadonlySet<string> | undefined;
  readonly isReadOnly: boolean;
}

/** The tools of the contract; those for which scopes are missing are not offered, and explained when called. */
export function chooseTools({ scopes, isReadOnly }: Choice): ChosenTool[] {
  const operations: Readonly<Record<string, Operation>> = v3.operations;
  return tools.flatMap((tool) => {
    const operation = operations[tool.operationId];
    if (!operation || (isReadOnly && tool.hint !== 'read-only')) return [];
    const missingScopes =
      scopes === undefined || scopes.has('*') ? [] : operation.scopes.filter((scope) => !scopes.has(scope));
    return [{ tool, operation, missingScopes }];
  });
}
