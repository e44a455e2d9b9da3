import type { Operation } from '../contract/operation.js';
import { planError, scopeError } from './auth-errors.js';
import type { Caller } from './caller.js';

/** Throws unless the caller has all scopes and the plan feature that the contract requires for the operation. */
export function checkPermission(
  { scopes, planFeature }: Pick<Operation, 'scopes' | 'planFeature'>,
  caller: Caller,
): void {
  const missing = caller.scopes.has('*') ? [] : scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length > 0) throw scopeError(scopes, missing);
  if (planFeature && !caller.features.includes(planFeature)) throw planError(planFeature);
}
