import type { Response } from 'express';

export function sendText(response: Response, contentType: string, text: string): void {
  const { headers } = response.locals.requestContext;
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = Buffer.byteLength(text);
  response.writeHead(200, headers).end(text);
}
