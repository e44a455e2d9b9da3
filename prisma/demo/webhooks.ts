import { randomBytes } from 'node:crypto';
import { channelIds, demoId } from './ids.js';

export const webhookIds = { v3: demoId('d1'), v2: demoId('d2') };

/** The webhook is inactive until a server listens on the address. */
const harmless = { url: 'http://127.0.0.1:4000/webhooks/parley', status: 'inactive' } as const;

/** Each installation has secrets of its own. */
export function makeWebhooks() {
  return [
    {
      ...harmless,
      id: webhookIds.v3,
      apiVersion: 'v3',
      secret: makeSecret(),
      createdAt: new Date('2026-11-01T10:00:00.000Z'),
    },
    {
      ...harmless,
      id: webhookIds.v2,
      apiVersion: 'v2',
      secret: makeSecret(),
      createdAt: new Date('2026-10-01T10:00:00.000Z'),
    },
  ] as const;
}

const channelScope = {
  scopes: [{ type: 'channel', ids: [channelIds.whatsapp] }],
  channelIds: [channelIds.whatsapp],
};

export const webhookEvents = [
  { ...channelScope, webhookId: webhookIds.v3, position: 0, type: 'message.received' },
  { ...channelScope, webhookId: webhookIds.v2, position: 0, type: 'WHATSAPP_MESSAGE_RECEIVED' },
];

function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
