import type { ChannelAdapter } from '@parley/channels';
import type { Response } from 'express';
import { sendJson } from '../response/send-json.js';

/** Twilio takes the answer for instructions; an empty document asks for nothing. */
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

export function respondToProvider(response: Response, { provider }: ChannelAdapter): void {
  if (provider === 'sms') sendText(response, 'text/xml; charset=utf-8', emptyTwiml);
  else sendJson(response, 200, { success: true });
}

export function sendText(response: Response, contentType: string, text: string): void {
  const { headers } = response.locals.requestContext;
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = Buffer.byteLength(text);
  response.writeHead(200, headers).end(text);
}
