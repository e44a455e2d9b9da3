import type { IncomingMessage } from 'node:http';
import { asObject } from '@parley/validation';
import type { OpenApiDocument, Operation } from '../contract/operation.js';
import type { FileIntake } from '../files/file-intake.js';
import type { BodyShare } from '../limits/body-budget.js';
import { type FileLimits, readForm } from './read-form.js';
import { readJson } from './read-json.js';
import type { RequestBody } from './request-body.js';

export type ReadRequestBody = (request: IncomingMessage, intake: BodyIntake) => Promise<RequestBody>;

export interface BodyIntake {
  readonly share: BodyShare;
  readonly files: FileIntake;
}

/**
 * Reads the body in the media type that the document declares for the operation. Undefined for an operation without a
 * body.
 */
export function createBodyReader(
  document: OpenApiDocument,
  { path, method, bodyLimitBytes }: Operation,
): ReadRequestBody | undefined {
  const operation = asObject(document.paths[path])[method.toLowerCase()];
  if (operation === undefined) throw new Error(`The document has no ${method} ${path}.`);
  const { requestBody } = asObject(operation);
  if (requestBody === undefined) return undefined;
  const content = asObject(asObject(requestBody).content);
  const form = content['multipart/form-data'];
  if (form === undefined)
    return (request, { share }) => readJson(request, { limitBytes: bodyLimitBytes, share });
  const files = findFiles(document, asObject(form).schema);
  return (request, { share, files: intake }) =>
    readForm(request, { limitBytes: bodyLimitBytes, files, share, intake });
}

/**
 * Finds the fields of a form that are files. Their `maxLength` counts bytes (OpenAPI 3.1, "Considerations for File
 * Uploads").
 */
function findFiles(document: OpenApiDocument, schema: unknown): FileLimits {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(asObject(schema).$ref))?.[1];
  const { properties } = asObject(name === undefined ? schema : document.components?.schemas?.[name]);
  const limits = new Map<string, number>();
  for (const [part, value] of Object.entries(asObject(properties))) {
    const { contentMediaType, maxLength } = asObject(value);
    if (contentMediaType !== undefined) limits.set(part, Number(maxLength ?? Number.POSITIVE_INFINITY));
  }
  return limits;
}
