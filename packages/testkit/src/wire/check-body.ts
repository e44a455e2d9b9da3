import { closeSchema } from './close-schema.js';
import { compileSchema } from './compile-schema.js';
import { isObject, type JsonObject } from './document.js';
import { findOperation } from './find-operation.js';
import type { ApiVersion } from './versions.js';

interface AnswerName {
  readonly version: ApiVersion;
  readonly operationId: string;
  readonly status: number;
}

/** The body is JSON, valid against the declared schema, and holds nothing the schema does not name. */
export function checkBody(name: AnswerName, content: JsonObject, text: string): string[] {
  const media = content['application/json'];
  if (!isObject(media) || !isObject(media.schema)) return [];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [`the body is not JSON: ${text}`];
  }
  const validate = compileSchema(closedSchema(name, media.schema));
  return validate(body) ? [] : [`${validate.why()}; the body was ${text}`];
}

const closedSchemas = new Map<string, JsonObject>();

function closedSchema({ version, operationId, status }: AnswerName, schema: JsonObject): JsonObject {
  const key = `${version} ${operationId} ${status}`;
  const known = closedSchemas.get(key);
  if (known) return known;
  const closed = closeSchema(findOperation(version, operationId).document, schema);
  closedSchemas.set(key, closed);
  return closed;
}
