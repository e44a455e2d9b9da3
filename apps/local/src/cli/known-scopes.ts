import { type Operation, v2, v3 } from '@parley/contract/operations';

/** Asked for by the ingress of a sandbox channel, which is not part of the contract. */
const ingressScope = 'messages:write';

/** Every scope that something asks for, and the one that stands for all. */
export function knownScopes(): string[] {
  const operations: Operation[] = [...Object.values(v3.operations), ...Object.values(v2.operations)];
  const scopes = new Set([ingressScope, ...operations.flatMap((operation) => operation.scopes)]);
  return ['*', ...[...scopes].sort()];
}
