import type { operations } from '@parley/contract/v3';

/** The contract's types of the errors that have a reason, read from an operation that can return all three. */
interface Refusals {
  unauthorized: ErrorOf<401>;
  insufficient_billing_plan: ErrorOf<402>;
  forbidden: ErrorOf<403>;
}

type Failures = operations['searchAutomations']['responses'];

type ErrorOf<Status extends keyof Failures> = Failures[Status] extends {
  content: { 'application/json': { error: infer Body } };
}
  ? Body
  : never;

/** Present only with these keys; undefined when the service is older than the field. */
type Owner = {
  reason: keyof Refusals;
  detail: keyof Refusals;
  requiredScope: 'forbidden';
  requiredFeature: 'insufficient_billing_plan';
};

/** The type of one of the fields that explain a refusal, for an error of this key. */
export type Detail<Key extends string, Field extends keyof Owner> = Key extends Owner[Field]
  ? Refusals[Key] extends { [Name in Field]?: infer Value }
    ? Value | undefined
    : never
  : undefined;
