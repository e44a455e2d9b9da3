import type { ChannelAdapter } from '@parley/channels';
import type { Response } from 'express';
import { answerJson } from '../answer-json.js';

/** Twilio takes the answer for instructions; an empty document asks for nothing. */
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

export function answerProvider(response: Response, { provider }: ChannelAdapter): void {
  if (provider === 'sms') answerText(response, 'text/xml; charset=utf-8', emptyTwiml);
  else answerJson(response, 200, { success: true });
}

export function answerText(response: Response, contentType: string, text: string): void {
  const { headers } = response.locals.exchange;
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = Buffer.byteLength(text);
  response.writeHead(200, headers).end(text);
}
