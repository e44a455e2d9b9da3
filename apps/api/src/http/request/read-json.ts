import type { IncomingMessage } from 'node:http';
import { parse } from 'content-type';
import { mayBeUnstorable } from '../validation/find-unstorable-text.js';
import { parseJson } from './parse-json.js';
import { announcesBody, type BodyOptions, checkMediaType, readBody } from './read-body.js';
import { emptyBody, noErrors, type RequestBody } from './request-body.js';

/** A missing body counts as an empty object: defaults apply, and each missing required field is reported. */
export async function readJson(request: IncomingMessage, options: BodyOptions): Promise<RequestBody> {
  if (!announcesBody(request)) return emptyBody();
  checkMediaType(request, isJsonInUtf8);
  const bytes = await readBody(request, options);
  if (bytes.length === 0) return emptyBody();
  const body = await parseJson(bytes);
  const bodyBytes = bytes.length;
  return { body, checked: body, bodyBytes, errors: noErrors, mayBeUnstorable: mayBeUnstorable(bytes) };
}

function isJsonInUtf8(contentType: string): boolean {
  // The header value that almost every client sends is compared first, because parsing takes half a microsecond.
  if (contentType === 'application/json') return true;
  const { type, parameters } = parse(contentType);
  return type === 'application/json' && /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
}
