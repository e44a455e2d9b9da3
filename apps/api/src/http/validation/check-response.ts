import { describeErrors, validatorsOf } from '@parley/validation';
import type { Operation, VersionContract } from '../contract/operation.js';

export interface ResponseChecks {
  readonly mode: 'off' | 'log' | 'strict';
  /** Called with the problems of a response, which is sent unchanged. */
  readonly onInvalid: (operationId: string, errors: string) => void;
}

/** Throws in strict mode, and reports in log mode, if a response does not match the contract. */
export type CheckResponse = (body: unknown) => void;

/** Checks the bodies of successful responses. It is meant for tests and for debugging, so it compiles on first use. */
export function createResponseCheck(
  { document }: VersionContract,
  { operationId }: Operation,
  { mode, onInvalid }: ResponseChecks,
): CheckResponse | undefined {
  if (mode === 'off') return undefined;
  return (body) => {
    // A download has no schema that it could be compared with.
    const validator = validatorsOf(document).response(operationId, 200);
    // The check reads the body as it is sent: without undefined fields and dates.
    const errors = validator?.findErrors(JSON.parse(JSON.stringify(body))) ?? [];
    if (errors.length === 0) return;
    const described = describeErrors(errors);
    if (mode === 'strict')
      throw new Error(`The response of ${operationId} breaks the contract: ${described}`);
    onInvalid(operationId, described);
  };
}
