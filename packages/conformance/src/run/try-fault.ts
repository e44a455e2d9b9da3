import type { Operation } from '../document/operation.js';
import type { Fault } from '../faults/fault.js';
import { encodeRequest, type WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { isJudged, refusedForAnother } from '../rules/check-refusal.js';
import { findDeclared } from '../rules/find-declared.js';
import type { Violation } from '../rules/violation.js';
import { type Answer, isAnswer, isSuccess } from '../wire/answer.js';
import { noteWhole } from './note-whole.js';
import { refill } from './refill.js';
import type { Run, Trial } from './run.js';
import { tryRequest } from './try-request.js';

export interface FaultyRequest {
  readonly operation: Operation;
  readonly valid: RequestCase;
  readonly fault: Fault;
}

/** Sends a request with a fault; where the refusal does not tell of the fault, the same request without it does. */
export async function tryFault(run: Run, faulty: FaultyRequest): Promise<Trial> {
  const { operation, valid, fault } = faulty;
  const trial = await tryRequest(run, { operation, request: fault.request, valid, fault });
  const { outcome } = trial;
  if (!isAnswer(outcome) || trial.violations.length > 0 || isJudged(fault, outcome)) return trial;
  const isKeyed = keyHeader in fault.request.headers;
  const isInKey = isFaultOfKey(fault);
  if (isKeyed && !isInKey && isAboutState(outcome) && !isKeyRequired(operation)) {
    return tryFault(run, { ...faulty, fault: { ...fault, request: withoutKey(fault.request) } });
  }
  const violation = isKeyed || isInKey ? undefined : await compare(run, faulty, outcome);
  if (violation) return { ...trial, violations: [violation] };
  run.tallies.get(operation)?.countUnjudged();
  return trial;
}

/** What is there, or how it stands, was looked at before the fault; or the fault was taken for something that is not there. */
async function compare(
  run: Run,
  { operation, valid, fault }: FaultyRequest,
  refusal: Answer,
): Promise<Violation | undefined> {
  const plain = encodeRequest(operation, valid);
  const request = plain && withoutKey(plain);
  const canTell = isAboutState(refusal) && !isReference(run, fault) && canRefuse(operation);
  if (!request || !canTell) return undefined;
  await refill(run, operation);
  const right = await tryRequest(run, { operation, request, valid });
  noteWhole(run, operation, right);
  if (!isAnswer(right.outcome) || !isSuccess(right.outcome)) return undefined;
  return refusedForAnother(fault, { refusal, right: right.outcome });
}

function isAboutState({ status }: Answer): boolean {
  return status === 404 || status === 409 || status === 410;
}

/** An identifier that is not even written as one is that of nothing: 404 is as good an answer as 400. */
function isReference(run: Run, { field, kind }: Fault): boolean {
  if (field?.in === 'path') return true;
  const [name, parent] = (field?.path ?? []).filter((part) => typeof part === 'string').reverse();
  return kind !== 'missing-required' && run.known.known({ name, parent }) !== undefined;
}

/** Where no refusal of values is declared, the server has no other word for it. */
function canRefuse({ answers }: Operation): boolean {
  return [400, 422].some((status) => findDeclared(answers, status) !== undefined);
}

const keyHeader = 'idempotency-key';

/** A key that another request had is a conflict of its own, or answers as that other request was answered. */
function withoutKey(request: WireRequest): WireRequest {
  const { [keyHeader]: _, ...headers } = request.headers;
  return { ...request, headers };
}

/** Without the key such a request has no fault, and being taken is right. */
function isFaultOfKey({ field }: Fault): boolean {
  const [name] = field?.path ?? [];
  return field?.in === 'header' && String(name).toLowerCase() === keyHeader;
}

function isKeyRequired({ parameters }: Operation): boolean {
  return parameters.some(({ name, required }) => required && name.toLowerCase() === keyHeader);
}
