import { channelIds, demoId, fileIds, templateIds } from './ids.js';

export const autumnOfferBody = 'Hello {{firstName}}, {{discount}} off everything this autumn.';

export const messageTemplates = [
  {
    id: demoId('b1'),
    name: 'order_shipped',
    channelType: 'whatsapp',
    language: 'en',
    body: 'Hello {{firstName}}, your order {{orderNumber}} is on its way.',
    status: 'approved',
    ...registeredAs('order_shipped', { status: 'approved', rejectionReason: null, quality: 'green' }),
  },
  {
    id: demoId('b2'),
    name: 'appointment_reminder',
    channelType: 'sms',
    language: 'en',
    body: 'See you tomorrow at {{time}}.',
    status: 'approved',
  },
  {
    id: demoId('b3'),
    name: 'winter_news',
    channelType: 'email',
    language: 'en',
    body: 'Hello {{firstName}}, this is new in winter.',
    status: 'approved',
  },
  {
    id: demoId('b4'),
    name: 'prize_draw',
    channelType: 'whatsapp',
    language: 'en',
    body: 'Hello {{firstName}}, you have won.',
    status: 'rejected',
    ...registeredAs('prize_draw', { status: 'rejected', rejectionReason: 'SCAM', quality: null }),
  },
  {
    id: templateIds.autumnOffer,
    name: 'autumn_offer',
    channelType: 'whatsapp',
    language: 'en',
    body: autumnOfferBody,
    status: 'approved',
    ...registeredAs('autumn_offer', { status: 'approved', rejectionReason: null, quality: 'green' }),
  },
  {
    id: demoId('b6'),
    name: 'new_in_shop',
    channelType: 'whatsapp',
    language: 'en',
    body: 'Hello {{firstName}}, this is new in our shop.',
    mediaFileId: fileIds.bubble,
    status: 'approved',
    ...registeredAs('new_in_shop', { status: 'approved', rejectionReason: null, quality: 'green' }),
  },
  {
    id: demoId('b7'),
    name: 'sign_in_code',
    channelType: 'whatsapp',
    language: 'en',
    body: '{{1}} is your code.',
    content: { buttons: [{ type: 'otp' }] },
    status: 'approved',
    ...registeredAs('sign_in_code', {
      category: 'authentication',
      status: 'approved',
      rejectionReason: null,
      quality: 'green',
    }),
  },
] as const;

/** The state of a template at the provider of the demo's WhatsApp channel. */
function registeredAs(
  name: string,
  state: {
    readonly category?: string;
    readonly status: string;
    readonly rejectionReason: string | null;
    readonly quality: string | null;
  },
) {
  return {
    registration: {
      channelId: channelIds.whatsapp,
      vendorId: `sandbox-${name}-en`,
      category: 'utility',
      ...state,
      error: null,
      submittedAt: '2026-11-01T10:00:00.000Z',
    },
    submission: {
      accountId: 'sandbox',
      name,
      language: 'en',
      isWaiting: false,
      attempts: 1,
      mayExist: false,
      examples: {},
      body: null,
      previous: null,
      isReported: false,
      reportedAt: null,
      qualityReportedAt: null,
      categoryReportedAt: null,
      seenAt: null,
      hasMore: false,
    },
  };
}
