import type { operations } from '@parley/contract/v3';

/** The contract's types of the errors that have details, read from operations that can return them. */
interface Refusals {
  unauthorized: ErrorOf<401>;
  insufficient_billing_plan: ErrorOf<402>;
  forbidden: ErrorOf<403>;
  contact_not_found: ErrorOf<404, operations['getContact']['responses']>;
}

type Failures = operations['searchAutomations']['responses'];

type ErrorOf<Status extends keyof Responses, Responses = Failures> = Responses[Status] extends {
  content: { 'application/json': { error: infer Body } };
}
  ? Body
  : never;

/** Present only with these keys; undefined when the service is older than the field. */
type Owner = {
  reason: Explained;
  detail: Explained;
  requiredScope: 'forbidden';
  requiredFeature: 'insufficient_billing_plan';
  mergedInto: 'contact_not_found';
};

type Explained = 'unauthorized' | 'insufficient_billing_plan' | 'forbidden';

/** The type of one of the fields that explain a refusal, for an error of this key. */
export type Detail<Key extends string, Field extends keyof Owner> = Key extends Owner[Field]
  ? Refusals[Key] extends { [Name in Field]?: infer Value }
    ? Value | undefined
    : never
  : undefined;
