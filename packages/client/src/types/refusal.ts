import type { operations } from '@parley/contract/v3';

/** What the contract says of the errors that have a reason; any operation that can return all three will do. */
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

/** Only with these keys; undefined also when the service is older than the field. */
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
