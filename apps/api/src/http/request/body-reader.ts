import type { IncomingMessage } from 'node:http';
import type { OpenApiDocument, Operation } from '../contract/operation.js';
import { type FileLimits, readForm } from './read-form.js';
import { readJson } from './read-json.js';
import type { RequestBody } from './request-body.js';

export type ReadRequestBody = (request: IncomingMessage) => Promise<RequestBody>;

/** Reads the body in the media type that the document gives for the operation; undefined when it takes none. */
export function createBodyReader(
  document: OpenApiDocument,
  { path, method, bodyLimitBytes }: Operation,
): ReadRequestBody | undefined {
  const operation = fieldsOf(document.paths[path])[method.toLowerCase()];
  if (operation === undefined) throw new Error(`The document has no ${method} ${path}.`);
  const { requestBody } = fieldsOf(operation);
  if (requestBody === undefined) return undefined;
  const content = fieldsOf(fieldsOf(requestBody).content);
  const form = content['multipart/form-data'];
  if (form === undefined) return (request) => readJson(request, bodyLimitBytes);
  const files = findFiles(document, fieldsOf(form).schema);
  return (request) => readForm(request, { limitBytes: bodyLimitBytes, files });
}

/** The parts of a form that are files. Their `maxLength` counts bytes (OpenAPI 3.1, "Considerations for File Uploads"). */
function findFiles(document: OpenApiDocument, schema: unknown): FileLimits {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(fieldsOf(schema).$ref))?.[1];
  const { properties } = fieldsOf(name === undefined ? schema : document.components?.schemas?.[name]);
  const limits = new Map<string, number>();
  for (const [part, value] of Object.entries(fieldsOf(properties))) {
    const { contentMediaType, maxLength } = fieldsOf(value);
    if (contentMediaType !== undefined) limits.set(part, Number(maxLength ?? Number.POSITIVE_INFINITY));
  }
  return limits;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}
