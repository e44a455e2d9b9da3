import { createHash } from 'node:crypto';
import type { IdempotencyRequest, InvalidParam } from '@parley/core';
import type { Operation } from '../contract/operation.js';

export interface IdempotencyParts {
  readonly key: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** With the defaults of the schema, so that leaving a field out and sending its default are the same request. */
  readonly body: unknown;
}

/** What is wrong with a key, by the name of its header. Its length is checked by the contract. */
export function checkIdempotencyKey(key: string | undefined): [name: string, param: InvalidParam][] {
  if (key === undefined || /^[\x20-\x7e]*$/.test(key)) return [];
  const message = 'Only printable ASCII characters are allowed';
  return [['Idempotency-Key', { key: 'invalid_string', message }]];
}

/** Present when the operation heeds the key and the caller sent one, which has been checked. */
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

/** The order of keys says nothing in JSON; a client may write the same body in another one when it retries. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
