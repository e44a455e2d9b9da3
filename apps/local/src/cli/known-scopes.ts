import { type Operation, v2, v3 } from '@parley/contract/operations';

/** The scope of the ingress of a sandbox channel, which is not part of the contract. */
const ingressScope = 'messages:write';

/** Returns every scope that an operation requires, and "*", which means all scopes. */
export function knownScopes(): string[] {
  const operations: Operation[] = [...Object.values(v3.operations), ...Object.values(v2.operations)];
  const scopes = new Set([ingressScope, ...operations.flatMap((operation) => operation.scopes)]);
  return ['*', ...[...scopes].sort()];
}
