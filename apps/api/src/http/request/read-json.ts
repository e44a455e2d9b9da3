import type { IncomingMessage } from 'node:http';
import { findUnstorableJsonText } from '../validation/find-unstorable-text.js';
import { parseJson } from './parse-json.js';
import { announcesBody, checkMediaType, readBody } from './read-body.js';
import { emptyBody, type RequestBody } from './request-body.js';

/** Without a body it is empty: defaults apply, and each field that is missing is named. */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<RequestBody> {
  if (!announcesBody(request)) return emptyBody();
  checkMediaType(request, isJsonInUtf8);
  const bytes = await readBody(request, limitBytes);
  if (bytes.length === 0) return emptyBody();
  const body = parseJson(bytes);
  return { body, checked: body, bodyBytes: bytes.length, faults: findUnstorableJsonText(bytes, body) };
}

function isJsonInUtf8(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  const [type = '', ...parameters] = contentType.split(';');
  if (type.trim().toLowerCase() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return name.trim().toLowerCase() !== 'charset' || /^\s*"?utf-?8"?\s*$/i.test(value);
  });
}
