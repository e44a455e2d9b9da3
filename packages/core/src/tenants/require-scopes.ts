import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';

/**
 * Throws when the caller lacks a scope for something that a request refers to. The contract declares the scopes of an
 * operation; what its body names may need more. The service itself has no scopes and needs none.
 */
export function requireScopes({ scopes }: Context, needed: readonly string[]): void {
  if (scopes === undefined || scopes.has('*')) return;
  const missing = [...new Set(needed)].filter((scope) => !scopes.has(scope));
  if (missing.length === 0) return;
  const requiredScope = missing.join(' ');
  const detail = `The request refers to records that require the scope ${requiredScope}, which the token does not have.`;
  throw new DomainError('forbidden', { reason: 'scope_missing', requiredScope, detail });
}
