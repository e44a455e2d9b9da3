import { describe, expect, test } from '@jest/globals';
import type {
  AttributeRecord,
  CampaignRecord,
  ChatRecord,
  FileLinks,
  LegacyWebhookRecord,
  MessageEventRecord,
} from '@parley/core';
import {
  presentAttribute,
  presentBroadcast,
  presentEvent as presentLegacyEvent,
  presentWebhook,
} from '../src/v2/index.js';
import { presentEvent, presentMessage, presentSearch } from '../src/v3/index.js';

const at = '2026-11-14T09:30:00.000Z';

describe('v2 omits fields without a value', () => {
  const webhook: LegacyWebhookRecord = {
    id: 'w',
    type: 'SMS_MESSAGE_STATUS',
    url: 'https://x.example',
    isActive: true,
    channelId: null,
    createdAt: at,
    updatedAt: at,
  };
  const attribute: AttributeRecord = {
    id: 'a',
    externalId: 'city',
    name: 'City',
    type: 'text',
    description: null,
    isVisibleQuickEdit: false,
    isVisibleContactsTable: true,
    isVisibleContactCreate: false,
    createdAt: at,
    updatedAt: at,
  };
  const campaign: CampaignRecord = {
    id: 'c',
    name: 'Offer',
    channelId: 'channel',
    automationId: 'workflow',
    messageTemplateId: null,
    mediaFileId: null,
    status: 'scheduled',
    isScheduled: false,
    scheduledAt: null,
    isRecurring: false,
    recurrenceRules: [],
    variables: [],
    audienceQuery: null,
    segmentId: null,
    nextOccurrenceAt: at,
    createdAt: at,
    updatedAt: at,
  };

  test('the channel of a webhook for every channel', () => {
    expect(presentWebhook(webhook)).not.toHaveProperty('channelId');
    expect(presentWebhook({ ...webhook, channelId: 'c' })).toHaveProperty('channelId', 'c');
  });

  test('the description of an attribute', () => {
    expect(presentAttribute(attribute)).not.toHaveProperty('description');
    expect(presentAttribute({ ...attribute, description: 'Where' })).toHaveProperty('description', 'Where');
  });

  test('a broadcast, which shows its workflow and its status in upper case', () => {
    expect(presentBroadcast(campaign)).toEqual({
      id: 'c',
      name: 'Offer',
      workflowId: 'workflow',
      isScheduled: false,
      isReoccurring: false,
      status: 'SCHEDULED',
      createdAt: at,
      updatedAt: at,
    });
    const timing = {
      scheduledAt: at,
      recurrenceRules: ['FREQ=DAILY'],
      variables: [{ name: 'n', value: 'v' }],
    };
    expect(presentBroadcast({ ...campaign, ...timing })).toMatchObject(timing);
  });
});

describe('v3', () => {
  const links: FileLinks = {
    sign: (fileId) => ({ url: `https://api.example/files/signed-${fileId}`, expiresAt: at }),
    publicUrlOf: (token) => `https://api.example/files/${token}`,
  };
  const message = {
    id: 'm',
    vendorId: null,
    sender: 'inbound',
    type: 'image',
    timestamp: at,
    subject: null,
    authentication: null,
    text: null,
  } as const;
  const facts = { type: 'image', name: null, contentType: 'image/png', size: 1 } as const;

  test('an attachment with a file has a signed URL, even if an older version stored a public one', () => {
    const signed = { url: 'https://api.example/files/signed-f', urlExpiresAt: at, fileId: 'f' };
    const old = { ...facts, fileId: 'f', url: 'https://api.example/files/public' };
    const attachments = [{ ...facts, fileId: 'f' }, old];
    expect(presentMessage(links, { ...message, attachments }).attachments).toEqual([
      { ...facts, ...signed },
      { ...facts, ...signed },
    ]);
  });

  test('an attachment that only the provider stores keeps the URL of the provider', () => {
    const attachments = [{ ...facts, url: 'https://provider.example/1', needsCredentials: true }];
    expect(presentMessage(links, { ...message, attachments }).attachments).toEqual([
      { ...facts, url: 'https://provider.example/1', urlExpiresAt: null, fileId: null },
    ]);
  });

  test('a search returns the request, with null for omitted fields, and an empty text as it was sent', () => {
    const result = { records: [1, 2], page: 3, limit: 2, total: 9 };
    expect(presentSearch({ query: '' }, result, String)).toEqual({
      success: true,
      data: ['1', '2'],
      pagination: { page: 3, limit: 2, total: 9 },
      query: { query: '', sortBy: null, search: null },
    });
  });

  test('a message event that was recorded before the details existed shows them as null', () => {
    const handle = { id: 'h', type: 'email', isPrimary: true, value: 'a@b.example', extra: {} };
    const contact = { id: 'c', handles: [handle], labels: [], attributes: [], chats: [], metadata: {} };
    const parts = { chat: { id: 'chat' }, contact, handle, channel: {}, errors: [] };
    // The stored JSON, which no current type describes.
    const data = { ...message, attachments: [], ...parts } as unknown as MessageEventRecord;
    const event = { id: 'e', tenantId: 't', createdAt: at, type: 'message.sent', data } as const;
    const details = {
      origin: null,
      messageTemplateId: null,
      replyTo: null,
      interactive: null,
      reply: null,
      scheduledAt: null,
      reactions: [],
    };
    expect(presentEvent(links, event).data).toMatchObject(details);
  });

  test('an interactive message is a text in v2', () => {
    const handle = { id: 'h', type: 'email', isPrimary: true, value: 'a@b.example', extra: {} };
    const contact = { id: 'c', handles: [handle], labels: [], attributes: [], chats: [], metadata: {} };
    const parts = { chat: { id: 'chat' }, contact, handle, channel: {}, errors: [] };
    const text = 'Sure?\n\n1. Yes';
    // Only the fields that the test needs.
    const data = {
      ...message,
      type: 'interactive',
      text,
      attachments: [],
      ...parts,
    } as unknown as MessageEventRecord;
    const event = { id: 'e', tenantId: 't', createdAt: at, data } as const;
    expect(presentEvent(links, { ...event, type: 'message.sent' }).data).toMatchObject({
      type: 'interactive',
    });
    const v2 = presentLegacyEvent(links, { ...event, type: 'EMAIL_MESSAGE_STATUS' }).data;
    expect(v2).toMatchObject({ type: 'text', text });
  });

  test('a message event of v2 has no details', () => {
    const handle = { id: 'h', type: 'email', isPrimary: true, value: 'a@b.example', extra: {} };
    const contact = { id: 'c', handles: [handle], labels: [], attributes: [], chats: [], metadata: {} };
    const parts = { chat: { id: 'chat' }, contact, handle, channel: {}, errors: [] };
    const details = {
      origin: { type: 'api', id: 'k' },
      messageTemplateId: 't',
      replyTo: { id: 'r', text: null },
      interactive: null,
      reply: { id: 'yes', title: 'Yes' },
      scheduledAt: at,
      reactions: [{ emoji: '👍', sender: 'inbound', timestamp: at }],
    };
    // Only the fields that the test needs.
    const data = { ...message, attachments: [], ...parts, ...details } as unknown as MessageEventRecord;
    const event = { id: 'e', tenantId: 't', createdAt: at, data } as const;
    const { data: v3 } = presentEvent(links, { ...event, type: 'message.sent' });
    const v2 = presentLegacyEvent(links, { ...event, type: 'EMAIL_MESSAGE_STATUS' }).data;
    expect(v3).toEqual({ ...v2, ...details, contact: { ...v2.contact, timeZone: null } });
    expect(v2.contact).not.toHaveProperty('timeZone');
    expect(Object.keys(v2).filter((key) => Object.hasOwn(details, key))).toEqual([]);
  });

  test('an event that was recorded before `subject` and `snoozedUntil` existed shows them as null', () => {
    const handle = { id: 'h', type: 'email', isPrimary: true, value: 'a@b.example', extra: {} };
    const contact = { id: 'c', handles: [handle], labels: [], attributes: [], chats: [], metadata: {} };
    const latestMessage = { id: 'm', sender: 'inbound', type: 'text', text: 'Hi', attachments: [] };
    // The stored JSON, which no current type describes.
    const data = { id: 'chat', contact, handle, latestMessage } as unknown as ChatRecord;
    const event = { id: 'e', tenantId: 't', createdAt: at, type: 'chat.updated', data } as const;
    expect(presentEvent(links, event).data).toMatchObject({
      snoozedUntil: null,
      latestMessage: { subject: null },
    });
  });
});
