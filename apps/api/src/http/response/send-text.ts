import type { Response } from 'express';

/** Sends a text; one that is given as bytes is not copied, however many readers are slow. */
export function sendText(response: Response, contentType: string, text: string | Buffer): void {
  const { headers } = response.locals.requestContext;
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = Buffer.byteLength(text);
  response.writeHead(200, headers).end(text);
}
