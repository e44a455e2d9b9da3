import { channelIds } from './ids.js';

const createdAt = new Date('2026-10-01T10:00:00.000Z');
const subscription = { stopWords: ['STOP'], startWords: ['START'] };

/** The channels have real types and the provider `sandbox`, so that everything can be tried without an account. */
export const channels = [
  {
    id: channelIds.whatsapp,
    type: 'whatsapp',
    provider: 'sandbox',
    name: 'WhatsApp',
    createdAt,
    ...subscription,
  },
  { id: channelIds.sms, type: 'sms', provider: 'sandbox', name: 'SMS', createdAt, ...subscription },
  { id: channelIds.email, type: 'email', provider: 'sandbox', name: 'Email', createdAt },
  {
    id: channelIds.instagram,
    type: 'instagram',
    provider: 'sandbox',
    name: 'Instagram',
    createdAt,
    quietHours: { from: '21:00', to: '08:00', timeZone: 'contact' },
  },
] as const;
