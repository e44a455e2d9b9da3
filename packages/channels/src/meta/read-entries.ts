import { MalformedPayloadError } from '../adapter/malformed-payload-error.js';
import { parseJsonBody } from '../payload/parse-json-body.js';
import { isRecord, type JsonRecord } from '../payload/read-value.js';

/** Returns the entries of a notification about `object`; a notification about anything else has no entries. */
export function readEntries(rawBody: Buffer, object: string): readonly JsonRecord[] {
  const body = parseJsonBody(rawBody);
  if (typeof body.object !== 'string') {
    throw new MalformedPayloadError([{ path: 'object', key: 'invalid_type', message: 'Required' }]);
  }
  if (!Array.isArray(body.entry)) {
    throw new MalformedPayloadError([{ path: 'entry', key: 'invalid_type', message: 'Expected an array' }]);
  }
  return body.object === object ? body.entry.filter(isRecord) : [];
}
