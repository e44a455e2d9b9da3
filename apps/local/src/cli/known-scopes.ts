import { type Operation, v2, v3 } from '@parley/contract/operations';

/** Every scope that some operation of the contract asks for, and the one that stands for all. */
export function knownScopes(): string[] {
  const operations: Operation[] = [...Object.values(v3.operations), ...Object.values(v2.operations)];
  return ['*', ...new Set(operations.flatMap(({ scopes }) => scopes).sort())];
}
