import { own } from '@parley/validation';
import type { Operation } from '../document/operation.js';
import type { Mutation } from '../mutations/mutation.js';
import { harvest } from '../pool/harvest.js';
import { listPathParameters, resourceOfPath, resourceOfSegment } from '../pool/resource-names.js';
import type { WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { jsonOf } from '../rules/check-body.js';
import { checkRefusal } from '../rules/check-refusal.js';
import type { Violation } from '../rules/violation.js';
import { isResponse, type Outcome, type WireResponse } from '../wire/wire-response.js';
import { judgeResponse } from './judge-response.js';
import type { Run, Trial } from './run.js';

export interface TryInput {
  readonly operation: Operation;
  readonly request: WireRequest;
  readonly valid: RequestCase;
  readonly mutation?: Mutation | undefined;
}

/** Sends a request, judges the response and collects identifiers from it. */
export async function tryRequest(
  run: Run,
  { operation, request, valid, mutation }: TryInput,
): Promise<Trial> {
  const outcome = await run.wire.send(request);
  run.tallies.get(operation)?.count(outcome, mutation);
  const violations = judge(run, operation, { outcome, mutation });
  if (isResponse(outcome))
    learn(run, { operation, response: outcome, path: valid.parameters.path, isValid: !mutation });
  return { request, outcome, violations, ...(mutation && { mutation }) };
}

function judge(
  run: Run,
  operation: Operation,
  { outcome, mutation }: { outcome: Outcome; mutation: Mutation | undefined },
): Violation[] {
  if (isResponse(outcome)) {
    const violations = judgeResponse(run, operation, outcome);
    return mutation ? [...violations, ...checkRefusal(mutation, outcome, run.errorListPath)] : violations;
  }
  // A server need not read a body that is too large; it may close the connection (RFC 9110, 15.5.14).
  if (outcome.failure === 'closed' && mutation?.kind === 'too-large') return [];
  return [
    {
      rule: 'responds',
      key: `responds ${outcome.failure}`,
      expected: `a response within ${run.settings.timeoutMs} ms`,
      received: `none: ${outcome.message}`,
    },
  ];
}

interface Lesson {
  readonly operation: Operation;
  readonly response: WireResponse;
  readonly path: Readonly<Record<string, unknown>>;
  /** Whether the request was not mutated. The path of a mutated request may differ from the original path. */
  readonly isValid: boolean;
}

function learn(run: Run, { operation, response, path, isValid }: Lesson): void {
  const isSuccess = response.status >= 200 && response.status < 300;
  const names = listPathParameters(operation.path);
  const last = names.at(-1);
  const isDeleted = isSuccess && operation.method === 'DELETE';
  // With several parameters it is unknown which of them was not found.
  const isGone = isValid && names.length === 1 && (response.status === 404 || response.status === 410);
  if (last && (isDeleted || isGone)) {
    const value = own(path, last.name);
    if (isDeleted && isValid) run.pool.forget(last.resources, value);
    else run.pool.drop(value);
    return;
  }
  if (!isSuccess) return;
  const resource = resourceOfPath(operation.path, run.resources);
  if (resource !== undefined && operation.method === 'POST') noteCreator(run, operation, resource);
  harvest(jsonOf(response), {
    pool: run.pool,
    resources: run.resources,
    resource,
    origin: 'response',
    operationId: operation.id,
    parents: path,
  });
}

/** `POST /chats` creates chats; `POST /chats/search` only returns them, and is used until a creating operation is found. */
function noteCreator({ creators }: Run, operation: Operation, resource: string): void {
  const lastSegment = operation.path.split('/').at(-1) ?? '';
  if (resourceOfSegment(lastSegment) === resource || !creators.has(resource)) {
    creators.set(resource, operation);
  }
}
