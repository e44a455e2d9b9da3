import { createHmac } from 'node:crypto';
import type { ChannelConfiguration, IngressRequest } from '../../src/index.js';

export const RECEIVED_AT = new Date('2026-11-14T09:30:00.000Z');
export const INGRESS_URL = 'https://parley.example/ingress/0198c2a0-0000-7000-8000-000000000001';

export function jsonRequest(body: unknown, changes: Partial<IngressRequest> = {}): IngressRequest {
  return rawRequest(Buffer.from(JSON.stringify(body)), changes);
}

export function formRequest(
  form: Record<string, string>,
  changes: Partial<IngressRequest> = {},
): IngressRequest {
  return rawRequest(Buffer.from(new URLSearchParams(form).toString()), changes);
}

export function rawRequest(rawBody: Buffer, changes: Partial<IngressRequest> = {}): IngressRequest {
  return {
    method: 'POST',
    url: INGRESS_URL,
    headers: {},
    rawBody,
    query: {},
    receivedAt: RECEIVED_AT,
    ...changes,
  };
}

export const whatsappChannel: ChannelConfiguration = {
  type: 'whatsapp',
  settings: { phoneNumberId: '106540352242922' },
  secrets: { accessToken: 'graph-token', appSecret: 'app-secret', verifyToken: 'verify-me' },
};

export const instagramChannel: ChannelConfiguration = {
  type: 'instagram',
  settings: { accountId: '17841400000000001' },
  secrets: { accessToken: 'graph-token', appSecret: 'app-secret', verifyToken: 'verify-me' },
};

export const smsChannel: ChannelConfiguration = {
  type: 'sms',
  settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' },
  secrets: { authToken: 'twilio-token' },
};

export const emailChannel: ChannelConfiguration = {
  type: 'email',
  settings: { host: '127.0.0.1', from: 'desk@shop.example', fromName: 'Shop', requireTls: false },
  secrets: { ingressSecret: 'a-secret-of-the-mail-gateway' },
};

export function metaSignature(rawBody: Buffer, appSecret = 'app-secret'): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;
}
