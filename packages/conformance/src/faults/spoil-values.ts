import type { Operation } from '../document/operation.js';
import { encodeRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { orderBy } from './choose.js';
import type { Fault } from './fault.js';
import { listAttempts, type SpoilOptions } from './list-attempts.js';

/** A change may hit a value that the schema lets through all the same; so many others are tried instead. */
const mostAttempts = 40;

/** A valid request with one of its values spoilt, which one by any number; `undefined` when no value can be. */
export function spoilValues(
  operation: Operation,
  { valid, pick, options }: { valid: RequestCase; pick: number; options: SpoilOptions },
): Fault | undefined {
  const attempts = orderBy(listAttempts(operation, valid, options), pick, ({ name }) => name);
  for (const { spoil } of attempts.slice(0, mostAttempts)) {
    const spoilt = spoil();
    const request = spoilt && encodeRequest(operation, spoilt.case);
    if (!request) continue;
    const { must, field, description } = spoilt;
    return { kind: options.kind, request, must, field, description };
  }
  return undefined;
}
