import type { RequestHandler } from 'express';
import { HttpError } from '../response/http-error.js';
import { invalidParam } from '../validation/invalid-param.js';

/** Refuses, with an error body, requests that Node itself would refuse with an empty response. */
export const checkRequestHead: RequestHandler = (request, _response, next) => {
  const { host, expect } = request.headers;
  // RFC 9112, 3.2; HTTP/1.0 does not require this header.
  if (host === undefined && request.httpVersion === '1.1') {
    throw invalidParam('Host', 'invalid_type', 'Required');
  }
  // Node keeps the first value, but a proxy may have routed by another one (RFC 9112, 3.2).
  if (hasTwoHosts(request.rawHeaders)) throw invalidParam('Host', 'invalid_string', 'Must not be repeated');
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new HttpError('expectation_failed');
  }
  next();
};

/** Raw headers alternate between names and values. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
