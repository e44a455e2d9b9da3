import type { Operation } from '../document/operation.js';
import { encodeRequest, type WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import type { Spoilt } from './attempt.js';
import type { AttemptChooser } from './choose-attempt.js';
import type { Fault } from './fault.js';
import { listAttempts, type SpoilOptions } from './list-attempts.js';

export interface FaultInput {
  readonly valid: RequestCase;
  /** Chooses among the ways to make the fault. */
  readonly pick: number;
  readonly chooser: AttemptChooser;
}

/** A change may hit a value that the schema lets through all the same; so many others are tried instead. */
const mostAttempts = 40;

/** A valid request with one of its values spoilt, which one by any number; `undefined` when no value can be. */
export function spoilValues(
  operation: Operation,
  { valid, pick, chooser, options }: FaultInput & { options: SpoilOptions },
): Fault | undefined {
  const attempts = chooser.order(listAttempts(operation, valid, options), pick);
  for (const attempt of attempts.slice(0, mostAttempts)) {
    const spoilt = attempt.spoil();
    const request = spoilt && encodeRequest(operation, spoilt.case);
    if (!request) continue;
    chooser.take(attempt, pick);
    const { must, field, description, addedQuery } = spoilt;
    return { kind: options.kind, request: addToQuery(request, addedQuery), must, field, description };
  }
  return undefined;
}

function addToQuery(request: WireRequest, added: Spoilt['addedQuery']): WireRequest {
  if (!added) return request;
  const pairs = new URLSearchParams(added.map(([name, value]): [string, string] => [name, value])).toString();
  const { target } = request;
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${pairs}` };
}
