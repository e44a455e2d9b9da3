import { own } from '@parley/validation';
import type { Operation } from '../document/operation.js';
import type { Fault } from '../faults/fault.js';
import { harvest } from '../pool/harvest.js';
import { listPathParameters, resourceOfPath, resourceOfSegment } from '../pool/resource-names.js';
import type { WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { jsonOf } from '../rules/check-body.js';
import { checkRefusal } from '../rules/check-refusal.js';
import type { Violation } from '../rules/violation.js';
import { type Answer, isAnswer, type Outcome } from '../wire/answer.js';
import { judgeResponse } from './judge-response.js';
import type { Run, Trial } from './run.js';

export interface TryInput {
  readonly operation: Operation;
  readonly request: WireRequest;
  readonly valid: RequestCase;
  readonly fault?: Fault | undefined;
}

/** Sends a request, judges the answer and learns from it what the server has. */
export async function tryRequest(run: Run, { operation, request, valid, fault }: TryInput): Promise<Trial> {
  const outcome = await run.wire.send(request);
  run.tallies.get(operation)?.count(outcome, fault);
  const violations = judge(run, operation, { outcome, fault });
  if (isAnswer(outcome))
    learn(run, { operation, answer: outcome, path: valid.parameters.path, isValid: !fault });
  return { request, outcome, violations, ...(fault && { fault }) };
}

function judge(
  run: Run,
  operation: Operation,
  { outcome, fault }: { outcome: Outcome; fault: Fault | undefined },
): Violation[] {
  if (isAnswer(outcome)) {
    const violations = judgeResponse(run, operation, outcome);
    return fault ? [...violations, ...checkRefusal(fault, outcome, run.faultPath)] : violations;
  }
  // A server need not read what is too large: closing the connection is a way to refuse it (RFC 9110, 15.5.14).
  if (outcome.silence === 'closed' && fault?.kind === 'too-large') return [];
  return [
    {
      rule: 'answers',
      key: `answers ${outcome.silence}`,
      expected: `an answer within ${run.settings.timeoutMs} ms`,
      received: `none: ${outcome.message}`,
    },
  ];
}

interface Lesson {
  readonly operation: Operation;
  readonly answer: Answer;
  readonly path: Readonly<Record<string, unknown>>;
  /** A spoilt request may have had another path than the one it was made from. */
  readonly isValid: boolean;
}

function learn(run: Run, { operation, answer, path, isValid }: Lesson): void {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const names = listPathParameters(operation.path);
  const last = names.at(-1);
  const isDeleted = isSuccess && operation.method === 'DELETE';
  // With several parameters it is not known which of them was not found.
  const isGone = isValid && names.length === 1 && (answer.status === 404 || answer.status === 410);
  if (last && (isDeleted || isGone)) {
    const value = own(path, last.name);
    if (isDeleted && isValid) run.pool.forget(last.resources, value);
    else run.pool.drop(value);
    return;
  }
  if (!isSuccess) return;
  const resource = resourceOfPath(operation.path, run.resources);
  if (resource !== undefined && operation.method === 'POST') noteCreator(run, operation, resource);
  harvest(jsonOf(answer), {
    pool: run.pool,
    resources: run.resources,
    resource,
    origin: 'answer',
    operationId: operation.id,
    parents: path,
  });
}

/** `POST /chats` makes chats; `POST /chats/search` only answers with them, and will do until there is another. */
function noteCreator({ creators }: Run, operation: Operation, resource: string): void {
  const lastSegment = operation.path.split('/').at(-1) ?? '';
  if (resourceOfSegment(lastSegment) === resource || !creators.has(resource)) {
    creators.set(resource, operation);
  }
}
