import type { InboundError, InboundStatus } from '../adapter/inbound-item.js';
import { type JsonRecord, readId, readRecord, readRecords, readText } from '../payload/read-value.js';

export function parseStatus(status: JsonRecord): InboundStatus | undefined {
  const externalId = readId(status, 'id');
  const reached = STATUSES.get(readText(status, 'status') ?? '');
  if (externalId === undefined || reached === undefined) return undefined;
  return {
    kind: 'status',
    externalId,
    status: reached,
    errors: readRecords(status, 'errors').map(parseError),
    reference: readId(status, 'biz_opaque_callback_data') ?? null,
  };
}

/** A voice message that was played has been read. */
const STATUSES: ReadonlyMap<string, InboundStatus['status']> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
]);

function parseError(error: JsonRecord): InboundError {
  const message = readText(error, 'message') ?? readText(error, 'title') ?? 'WhatsApp sent no error message.';
  const details = readText(readRecord(error, 'error_data'), 'details');
  return {
    code: readId(error, 'code') ?? 'unknown',
    message: details === undefined ? message : `${message}: ${details}`,
  };
}
