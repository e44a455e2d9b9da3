import { JsonText } from '@parley/core';
import type { Response } from 'express';

/** Writes a response in one call, without ETag and content negotiation. */
export function sendJson(response: Response, status: number, body: unknown): void {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  const { headers } = response.locals.requestContext;
  headers['Content-Type'] = 'application/json; charset=utf-8';
  headers['Content-Length'] = Buffer.byteLength(text);
  response.writeHead(status, headers);
  response.end(text);
}
