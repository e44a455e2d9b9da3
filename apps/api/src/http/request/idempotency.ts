import { createHash } from 'node:crypto';
import type { IdempotencyRequest, InvalidParam } from '@parley/core';
import type { Operation } from '../contract/operation.js';

export interface IdempotencyParts {
  readonly key: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** The body with the defaults of the schema, so that a request without a field equals one that sends its default. */
  readonly body: unknown;
}

/** Returns the validation errors of the idempotency key. The schema checks its length. */
export function checkIdempotencyKey(key: string | undefined): [name: string, param: InvalidParam][] {
  if (key === undefined || /^[\x20-\x7e]*$/.test(key)) return [];
  const message = 'Only printable ASCII characters are allowed';
  return [['Idempotency-Key', { key: 'invalid_string', message }]];
}

/** Returns undefined if the operation does not support idempotency or the caller sent no key. */
export function readIdempotency(
  operation: Operation,
  parts: IdempotencyParts,
): IdempotencyRequest | undefined {
  if (!operation.idempotent || parts.key === undefined) return undefined;
  return {
    key: parts.key,
    operationId: operation.operationId,
    requestHash: hashRequest(operation, parts),
    replayed: false,
  };
}

function hashRequest({ operationId }: Operation, { params, body }: IdempotencyParts): string {
  return createHash('sha256')
    .update(JSON.stringify([operationId, params, body], sortKeys))
    .digest('hex');
}

/** The order of keys has no meaning in JSON, and a client may use another order when it retries. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
