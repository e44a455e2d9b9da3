import type { Operation } from '../document/operation.js';
import type { Mutation } from '../mutations/mutation.js';
import { encodeRequest, type WireRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { isJudged, refusedForAnother } from '../rules/check-refusal.js';
import { findDeclared } from '../rules/find-declared.js';
import type { Violation } from '../rules/violation.js';
import { isResponse, isSuccess, type WireResponse } from '../wire/wire-response.js';
import { recordUnshrunk } from './record-unshrunk.js';
import { refill } from './refill.js';
import type { Run, Trial } from './run.js';
import { tryRequest } from './try-request.js';

export interface MutatedRequest {
  readonly operation: Operation;
  readonly valid: RequestCase;
  readonly mutation: Mutation;
}

/**
 * Sends a mutated request. If the refusal may have another reason, the same request is repeated without the mutation.
 */
export async function tryMutation(run: Run, mutated: MutatedRequest): Promise<Trial> {
  const { operation, valid, mutation } = mutated;
  const trial = await tryRequest(run, { operation, request: mutation.request, valid, mutation });
  const { outcome } = trial;
  if (!isResponse(outcome) || trial.violations.length > 0 || isJudged(mutation, outcome)) return trial;
  const isKeyed = keyHeader in mutation.request.headers;
  const isInKey = isOfIdempotencyKey(mutation);
  if (isKeyed && !isInKey && isAboutState(outcome) && !isKeyRequired(operation)) {
    return tryMutation(run, { ...mutated, mutation: { ...mutation, request: withoutKey(mutation.request) } });
  }
  const violation = isKeyed || isInKey ? undefined : await compare(run, mutated, outcome);
  if (violation) return { ...trial, violations: [violation] };
  run.tallies.get(operation)?.countUnjudged();
  return trial;
}

/** The server checked the existence or state of a record first, or read the mutated value as an unknown identifier. */
async function compare(
  run: Run,
  { operation, valid, mutation }: MutatedRequest,
  refusal: WireResponse,
): Promise<Violation | undefined> {
  const plain = encodeRequest(operation, valid);
  const request = plain && withoutKey(plain);
  const isConclusive = isAboutState(refusal) && !isReference(run, mutation) && canRefuse(operation);
  if (!request || !isConclusive) return undefined;
  await refill(run, operation);
  const right = await tryRequest(run, { operation, request, valid });
  recordUnshrunk(run, operation, right);
  if (!isResponse(right.outcome) || !isSuccess(right.outcome)) return undefined;
  return refusedForAnother(mutation, { refusal, right: right.outcome });
}

function isAboutState({ status }: WireResponse): boolean {
  return status === 404 || status === 409 || status === 410;
}

/** A malformed identifier identifies nothing, so 404 is as acceptable as 400. */
function isReference(run: Run, { field, kind }: Mutation): boolean {
  if (field?.in === 'path') return true;
  const [name, parent] = (field?.path ?? []).filter((part) => typeof part === 'string').reverse();
  return kind !== 'missing-required' && run.known.known({ name, parent }) !== undefined;
}

/** If no 400 or 422 is declared, the server has no better status. */
function canRefuse({ responses }: Operation): boolean {
  return [400, 422].some((status) => findDeclared(responses, status) !== undefined);
}

const keyHeader = 'idempotency-key';

/** A repeated idempotency key causes a conflict, or returns the response of the earlier request. */
function withoutKey(request: WireRequest): WireRequest {
  const { [keyHeader]: _, ...headers } = request.headers;
  return { ...request, headers };
}

/** Without the key the request is valid, so the server may accept it. */
function isOfIdempotencyKey({ field }: Mutation): boolean {
  const [name] = field?.path ?? [];
  return field?.in === 'header' && String(name).toLowerCase() === keyHeader;
}

function isKeyRequired({ parameters }: Operation): boolean {
  return parameters.some(({ name, required }) => required && name.toLowerCase() === keyHeader);
}
