import { createHash } from 'node:crypto';
import type { IdempotencyRequest, InvalidParam } from '@parley/core';
import type { Operation } from '../contract/operation.js';
import { EventLoopSlices } from '../large-bodies/event-loop-slices.js';
import { largeBodyBytes } from '../large-bodies/large-body-bytes.js';

export interface IdempotencyParts {
  readonly key: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** The body with the defaults of the schema, so that a request without a field equals one that sends its default. */
  readonly body: unknown;
  readonly bodyBytes: number;
}

/** Returns the validation errors of the idempotency key. The schema checks its length. */
export function checkIdempotencyKey(key: string | undefined): [name: string, param: InvalidParam][] {
  if (key === undefined || /^[\x20-\x7e]*$/.test(key)) return [];
  const message = 'Only printable ASCII characters are allowed';
  return [['Idempotency-Key', { key: 'invalid_string', message }]];
}

/** Returns undefined if the operation does not support idempotency or the caller sent no key. */
export async function readIdempotency(
  operation: Operation,
  parts: IdempotencyParts,
): Promise<IdempotencyRequest | undefined> {
  if (!operation.idempotent || parts.key === undefined) return undefined;
  const { operationId } = operation;
  const isLarge = parts.bodyBytes > largeBodyBytes;
  const requestHash = isLarge ? await hashInSlices(operationId, parts) : hashRequest(operationId, parts);
  return { key: parts.key, operationId, requestHash, replayed: false };
}

function hashRequest(operationId: string, { params, body }: IdempotencyParts): string {
  return createHash('sha256')
    .update(writeJson([operationId, params, body]))
    .digest('hex');
}

/** Computes the same hash without delaying other requests. */
async function hashInSlices(operationId: string, { params, body }: IdempotencyParts): Promise<string> {
  const slices = new EventLoopSlices();
  const hash = createHash('sha256').update(`[${writeJson(operationId)},${writeJson(params)},`);
  for (const piece of writePieces(body)) {
    hash.update(piece);
    if (slices.isSliceOver) await slices.next();
  }
  return hash.update(']').digest('hex');
}

/** Writes the JSON of a body in pieces. A list in the body has a piece for each item. */
function* writePieces(body: unknown): Generator<string> {
  let opening = '{';
  for (const [key, value] of Object.entries(Object(sortKeys('', body)))) {
    yield `${opening}${writeJson(key)}:`;
    opening = ',';
    if (Array.isArray(value)) yield* writeItems(value);
    else yield writeJson(value);
  }
  yield opening === '{' ? '{}' : '}';
}

function* writeItems(list: readonly unknown[]): Generator<string> {
  for (const [index, item] of list.entries()) yield `${index === 0 ? '[' : ','}${writeJson(item)}`;
  yield list.length === 0 ? '[]' : ']';
}

function writeJson(value: unknown): string {
  return JSON.stringify(value, sortKeys);
}

/** The order of keys has no meaning in JSON, and a client may use another order when it retries. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
