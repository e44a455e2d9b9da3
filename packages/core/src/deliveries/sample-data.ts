import type { AutomationRunRecord } from '../automations/runs/run-json.js';
import type { CampaignDetailRecord } from '../campaigns/campaign-detail-record.js';
import type { ChatRecord } from '../chats/chat-record.js';
import type { MessageRecord } from '../chats/message-record.js';
import type { NoteRecord } from '../chats/notes/note-record.js';
import type { ContactRecord } from '../contacts/contact-record.js';
import type { HandleRecord } from '../contacts/handle-record.js';
import type { EventType } from '../events/event-type.js';
import type { MessageTemplateRecord } from '../message-templates/message-template-record.js';
import type { MessageEventRecord } from '../messages/message-event.js';
import type { EventRecord } from './event-record.js';

/** Returns the data of a sample event, with which a partner can try a webhook. The ids belong to no records. */
export function sampleData(type: EventType, at: Date): EventRecord['data'] {
  const time = at.toISOString();
  switch (type) {
    case 'message.received':
      return sampleMessageEvent(time, 'inbound');
    case 'message.sent':
    case 'message.updated':
      return sampleMessageEvent(time, 'outbound');
    case 'chat.created':
    case 'chat.updated':
      return sampleChat(time);
    case 'chat.deleted':
      return { id: ids.chat, contactId: ids.contact, channelId: ids.channel };
    case 'contact.created':
    case 'contact.updated':
      return sampleContact(time);
    case 'contact.deleted':
      return { id: ids.contact };
    case 'campaign.completed':
      return sampleCampaign(time, 'completed');
    case 'campaign.failed':
      return sampleCampaign(time, 'failed');
    case 'automation.run_failed':
      return sampleRun(time);
    case 'channel.failing':
      return {
        id: ids.channel,
        type: 'whatsapp',
        provider: 'whatsapp',
        name: 'Test channel',
        error: {
          code: 'network_error',
          message: 'The provider does not accept the messages of the channel.',
        },
      };
    case 'contact.merged':
      return { contact: sampleContact(time), mergedContactId: ids.mergedContact };
    case 'message_template.updated':
      return sampleTemplate(time);
    case 'chat.note_added':
      return sampleNote(time);
  }
}

/** Events of a template have no other property that tells a test from the others. */
export const sampleTemplateId = '00000000-0000-7000-8000-00000000000d';

const ids = {
  contact: '00000000-0000-7000-8000-000000000001',
  handle: '00000000-0000-7000-8000-000000000002',
  chat: '00000000-0000-7000-8000-000000000003',
  channel: '00000000-0000-7000-8000-000000000004',
  message: '00000000-0000-7000-8000-000000000005',
  automation: '00000000-0000-7000-8000-000000000006',
  version: '00000000-0000-7000-8000-000000000007',
  run: '00000000-0000-7000-8000-000000000008',
  campaign: '00000000-0000-7000-8000-000000000009',
  note: '00000000-0000-7000-8000-00000000000a',
  user: '00000000-0000-7000-8000-00000000000b',
  mergedContact: '00000000-0000-7000-8000-00000000000c',
  messageTemplate: sampleTemplateId,
};

const phoneNumber = '+12025550100';

function sampleMessageEvent(time: string, sender: 'inbound' | 'outbound'): MessageEventRecord {
  return {
    ...sampleMessage(time, sender),
    origin: sender === 'outbound' ? { type: 'api', id: null } : null,
    messageTemplateId: null,
    replyTo: null,
    interactive: null,
    reply: null,
    scheduledAt: null,
    reactions: [],
    status: sender === 'inbound' ? 'delivered' : 'sent',
    chat: { id: ids.chat },
    contact: sampleContact(time),
    handle: sampleHandle(time),
    channel: { id: ids.channel, type: 'whatsapp', name: 'Test channel' },
    errors: [],
  };
}

function sampleMessage(time: string, sender: 'inbound' | 'outbound'): MessageRecord {
  return {
    id: ids.message,
    vendorId: 'test',
    sender,
    type: 'text',
    timestamp: time,
    subject: null,
    authentication: null,
    text: 'This is a test event.',
    attachments: [],
  };
}

function sampleChat(time: string): ChatRecord {
  return {
    id: ids.chat,
    createdAt: time,
    updatedAt: time,
    status: 'open',
    isUnread: true,
    openUntil: null,
    unreadCount: 1,
    channelId: ids.channel,
    contactId: ids.contact,
    contact: sampleContact(time),
    handleId: ids.handle,
    handle: sampleHandle(time),
    latestMessage: sampleMessage(time, 'inbound'),
    assignedUserId: null,
    assignedTeamId: null,
    isSensitive: false,
    snoozedUntil: null,
  };
}

function sampleNote(time: string): NoteRecord {
  return {
    id: ids.note,
    createdAt: time,
    chatId: ids.chat,
    contactId: ids.contact,
    text: 'This is a test note.',
    authorUserId: ids.user,
    authorKeyId: null,
    mentionedUserIds: [ids.user],
  };
}

function sampleTemplate(time: string): MessageTemplateRecord {
  return {
    id: ids.messageTemplate,
    createdAt: time,
    updatedAt: time,
    name: 'test_template',
    channelType: 'whatsapp',
    language: 'en',
    body: 'Hello {{name}}, this is a test.',
    content: {},
    mediaFileId: null,
    status: 'approved',
    registration: {
      channelId: ids.channel,
      vendorId: 'test',
      category: 'utility',
      status: 'approved',
      rejectionReason: null,
      quality: 'green',
      error: null,
      submittedAt: time,
    },
  };
}

function sampleCampaign(time: string, status: 'completed' | 'failed'): CampaignDetailRecord {
  const counts = { pending: 0, delivered: 0, read: 0, skipped: 0, canceled: 0, replied: 0, optedOut: 0 };
  const [sent, failed] = status === 'completed' ? [1, 0] : [0, 1];
  return {
    id: ids.campaign,
    name: 'Test campaign',
    channelId: ids.channel,
    automationId: ids.automation,
    messageTemplateId: null,
    mediaFileId: null,
    status,
    isScheduled: false,
    scheduledAt: null,
    isRecurring: false,
    recurrenceRules: [],
    timeZone: null,
    variables: [],
    audienceQuery: null,
    segmentId: null,
    nextOccurrenceAt: null,
    createdAt: time,
    updatedAt: time,
    totals: { recipients: 1, ...counts, sent, failed },
    failureReason:
      status === 'failed' ? { code: 'internal_error', message: 'The campaign could not be started.' } : null,
  };
}

function sampleRun(time: string): AutomationRunRecord {
  return {
    id: ids.run,
    createdAt: time,
    updatedAt: time,
    automationId: ids.automation,
    automationVersionId: ids.version,
    contactId: ids.contact,
    chatId: ids.chat,
    campaignId: null,
    status: 'failed',
    scheduledAt: time,
    startedAt: time,
    finishedAt: time,
    position: 0,
    error: {
      code: 'internal_error',
      message: 'The run could not be continued because of an internal error.',
    },
  };
}

function sampleContact(time: string): ContactRecord {
  return {
    id: ids.contact,
    createdAt: time,
    updatedAt: time,
    firstName: 'Test',
    lastName: 'Contact',
    fullName: 'Test Contact',
    displayName: 'Test Contact',
    isSubscribed: true,
    handles: [sampleHandle(time)],
    labels: [],
    attributes: [],
    phoneNumber,
    email: null,
    chats: [{ id: ids.chat, channelId: ids.channel, status: 'open' }],
    metadata: {},
    timeZone: null,
  };
}

function sampleHandle(time: string): HandleRecord {
  return {
    id: ids.handle,
    createdAt: time,
    updatedAt: time,
    type: 'phone_number',
    isPrimary: true,
    value: phoneNumber,
    extra: {},
    hasChats: true,
  };
}
