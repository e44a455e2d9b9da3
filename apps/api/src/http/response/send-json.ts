import { JsonText } from '@parley/core';
import type { Response } from 'express';

/** Writes a response in one call, without ETag and content negotiation. Returns the number of bytes of the body. */
export function sendJson(response: Response, status: number, body: unknown): number {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  const { headers } = response.locals.requestContext;
  headers['Content-Type'] = 'application/json; charset=utf-8';
  const bytes = Buffer.byteLength(text);
  headers['Content-Length'] = bytes;
  response.writeHead(status, headers);
  response.end(text);
  return bytes;
}
