import { malformedBody } from '../adapter/malformed-payload-error.js';
import { isRecord, type JsonRecord } from './read-value.js';

/** Returns the body as a JSON object, which is what every provider that speaks JSON sends. */
export function parseJsonBody(rawBody: Buffer): JsonRecord {
  const body = parse(rawBody);
  if (!isRecord(body)) throw malformedBody('invalid_type', 'The body must be a JSON object.');
  return body;
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch (cause) {
    throw malformedBody('invalid_json', 'The body is not valid JSON.', cause);
  }
}
