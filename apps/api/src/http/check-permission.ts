import { DomainError } from '@parley/core';
import type { Caller } from './caller.js';
import { HttpError } from './http-error.js';
import type { Operation } from './operation.js';

/** The contract names the scopes and the plan feature of an operation; the caller must have them all. */
export function checkPermission(
  { scopes, planFeature }: Pick<Operation, 'scopes' | 'planFeature'>,
  caller: Caller,
): void {
  if (!caller.scopes.has('*') && !scopes.every((scope) => caller.scopes.has(scope))) {
    throw new DomainError('forbidden');
  }
  if (planFeature && !caller.features.includes(planFeature)) throw new HttpError('insufficient_billing_plan');
}
