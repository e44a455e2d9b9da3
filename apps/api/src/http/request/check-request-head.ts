import type { RequestHandler } from 'express';
import { HttpError } from '../response/http-error.js';
import { invalidParam } from '../validation/invalid-param.js';

/** Refuses with an error body what Node itself would refuse with an empty response. */
export const checkRequestHead: RequestHandler = (request, _response, next) => {
  const { host, expect } = request.headers;
  // RFC 9112, 3.2; HTTP/1.0 had no such header.
  if (host === undefined && request.httpVersion === '1.1') {
    throw invalidParam('Host', 'invalid_type', 'Required');
  }
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new HttpError('expectation_failed');
  }
  next();
};
