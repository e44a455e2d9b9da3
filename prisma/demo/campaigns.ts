import {
  automationIds,
  campaignIds,
  campaignSendIds,
  channelIds,
  contactIds,
  demoId,
  segmentIds,
  templateIds,
} from './ids.js';

/** One campaign has ended and one has not started, so that neither sends messages. */
export const campaigns = [
  {
    id: campaignIds.autumnOffer,
    channelId: channelIds.whatsapp,
    automationId: automationIds.newsletter,
    messageTemplateId: templateIds.autumnOffer,
    name: 'Autumn offer',
    status: 'completed',
    isScheduled: true,
    scheduledAt: new Date('2026-10-20T08:00:00.000Z'),
    isRecurring: true,
    recurrenceRules: ['FREQ=WEEKLY;COUNT=4'] as string[],
    variables: [{ name: 'discount', value: '10 %' }],
    createdAt: new Date('2026-10-14T09:30:00.000Z'),
    updatedAt: new Date('2026-10-14T09:30:00.000Z'),
  },
  {
    id: campaignIds.winterNews,
    channelId: channelIds.email,
    automationId: automationIds.newsletter,
    messageTemplateId: demoId('b3'),
    name: 'Winter news',
    status: 'draft',
    variables: [{ name: 'orderNumber', value: 'A-1187' }],
    createdAt: new Date('2026-11-09T10:00:00.000Z'),
  },
  {
    id: campaignIds.springOffer,
    channelId: channelIds.sms,
    automationId: automationIds.newsletter,
    name: 'Spring offer',
    status: 'draft',
    segmentId: segmentIds.vips,
    variables: [{ name: 'orderNumber', value: 'A-2041' }],
    createdAt: new Date('2026-11-10T10:00:00.000Z'),
  },
] as const;

export const campaignRecipients = [
  { id: demoId('a8'), campaignId: campaignIds.autumnOffer, contactId: contactIds.ada },
  { id: demoId('a9'), campaignId: campaignIds.winterNews, contactId: contactIds.chiara },
];

export const campaignOccurrences = [
  {
    id: demoId('ac'),
    campaignId: campaignIds.autumnOffer,
    occursAt: new Date('2026-10-20T08:00:00.000Z'),
    startedAt: new Date('2026-10-20T08:00:00.000Z'),
    finishedAt: new Date('2026-10-20T08:01:00.000Z'),
  },
];

/** Ada has read the offer and replied. */
export const campaignSends = [
  {
    id: campaignSendIds.ada,
    campaignId: campaignIds.autumnOffer,
    recipientId: demoId('a8'),
    occurrenceId: demoId('ac'),
    status: 'read',
    messageId: demoId('5c'),
    repliedAt: new Date('2026-10-20T08:12:00.000Z'),
  },
] as const;
