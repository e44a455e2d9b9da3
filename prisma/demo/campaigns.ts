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

const oneMonthMs = 30 * 24 * 60 * 60 * 1_000;

/** One campaign has ended and the others have not started, so that none sends messages. */
export function makeCampaigns(now: Date) {
  return [
    {
      id: campaignIds.autumnOffer,
      channelId: channelIds.whatsapp,
      automationId: automationIds.newsletter,
      messageTemplateId: templateIds.autumnOffer,
      name: 'Autumn offer',
      status: 'completed',
      isScheduled: true,
      scheduledAt: new Date('2026-10-20T08:00:00.000Z'),
      startsAt: new Date('2026-10-20T08:00:00.000Z'),
      variables: [{ name: 'discount', value: '10 %' }],
      createdAt: new Date('2026-10-14T09:30:00.000Z'),
      updatedAt: new Date('2026-10-20T08:01:00.000Z'),
    },
    {
      id: campaignIds.winterNews,
      channelId: channelIds.email,
      automationId: automationIds.newsletter,
      messageTemplateId: demoId('b3'),
      name: 'Winter news',
      status: 'draft',
      isRecurring: true,
      recurrenceRules: ['FREQ=WEEKLY;COUNT=4'] as string[],
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
    {
      id: campaignIds.comeBack,
      channelId: channelIds.sms,
      automationId: automationIds.newsletter,
      name: 'Come back',
      status: 'draft',
      audienceQuery: `not(gte(lastMessageAt,${new Date(now.getTime() - oneMonthMs).toISOString()}))`,
      createdAt: new Date('2026-11-11T10:00:00.000Z'),
    },
  ] as const;
}

export const campaignRecipients = [
  {
    id: demoId('a8'),
    campaignId: campaignIds.autumnOffer,
    contactId: contactIds.ada,
    createdAt: new Date('2026-10-14T09:30:00.000Z'),
  },
  {
    id: demoId('aa'),
    campaignId: campaignIds.autumnOffer,
    contactId: contactIds.emil,
    createdAt: new Date('2026-10-15T09:30:00.000Z'),
  },
  {
    id: demoId('a9'),
    campaignId: campaignIds.winterNews,
    contactId: contactIds.chiara,
    createdAt: new Date('2026-11-12T10:30:00.000Z'),
  },
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

/** Ada has read the offer and replied, and Emil has unsubscribed with a stop word. */
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
  {
    id: campaignSendIds.emil,
    campaignId: campaignIds.autumnOffer,
    recipientId: demoId('aa'),
    occurrenceId: demoId('ac'),
    status: 'delivered',
    messageId: demoId('50'),
    optedOutAt: new Date('2026-10-20T08:30:00.000Z'),
  },
] as const;
