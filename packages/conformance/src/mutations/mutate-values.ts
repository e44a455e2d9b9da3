import type { Operation } from '../document/operation.js';
import { encodeRequest, type WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import type { Mutated } from './attempt.js';
import type { AttemptChooser } from './choose-attempt.js';
import { listAttempts, type MutationOptions } from './list-attempts.js';
import type { Mutation } from './mutation.js';

export interface ValueMutationInput {
  readonly valid: RequestCase;
  /** Chooses among the possible mutations. */
  readonly pick: number;
  readonly chooser: AttemptChooser;
}

/** The schema may still allow a changed value; then this many other changes are tried. */
const mostAttempts = 40;

/**
 * Returns a valid request with one mutated value; any number can be passed as `pick` to choose it. `undefined` if no
 * value can be mutated.
 */
export function mutateValues(
  operation: Operation,
  { valid, pick, chooser, options }: ValueMutationInput & { options: MutationOptions },
): Mutation | undefined {
  const attempts = chooser.order(listAttempts(operation, valid, options), pick);
  for (const attempt of attempts.slice(0, mostAttempts)) {
    const mutated = attempt.mutate();
    const request = mutated && encodeRequest(operation, mutated.case);
    if (!request) continue;
    chooser.take(attempt, pick);
    const { must, field, description, addedQuery } = mutated;
    return { kind: options.kind, request: addToQuery(request, addedQuery), must, field, description };
  }
  return undefined;
}

function addToQuery(request: WireRequest, added: Mutated['addedQuery']): WireRequest {
  if (!added) return request;
  const pairs = new URLSearchParams(added.map(([name, value]): [string, string] => [name, value])).toString();
  const { target } = request;
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${pairs}` };
}
