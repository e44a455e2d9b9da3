import type { ChannelAdapter } from '@parley/channels';
import type { Response } from 'express';
import { sendJson } from '../response/send-json.js';
import { sendText } from '../response/send-text.js';

/** Twilio reads the response as instructions; an empty document contains none. */
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

export function respondToProvider(response: Response, { provider }: ChannelAdapter): void {
  if (provider === 'sms') sendText(response, 'text/xml; charset=utf-8', emptyTwiml);
  else sendJson(response, 200, { success: true });
}
