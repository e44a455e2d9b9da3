import type {
  AutomationRunRecord,
  CampaignDetailRecord,
  ChatRecord,
  ContactRecord,
  HandleRecord,
  MessageEventRecord,
  MessageRecord,
  NoteRecord,
} from '../../packages/core/src/index.js';
import type { makeCampaigns } from './campaigns.js';
import { channels } from './channels.js';
import { chats, messages } from './chats.js';
import { attributes, attributeValues, contactLabels, contacts, handles, labels } from './contacts.js';
import { demoKeyId } from './ids.js';
import type { NoteRow } from './notes.js';
import { automationRuns } from './runs.js';

/** Returns a date of the demo as the service writes dates, moved to the time of the seeding. */
export type DateText = (date: Date) => string;

/** The data of events about the rows of the demo, as the service records it. A test compares it with the service's records. */
export function contactData(id: string, text: DateText): ContactRecord {
  const contact = rowOf(contacts, id);
  const { firstName = null, lastName = null, phoneNumber = null, email = null } = contact;
  const fullName = [firstName, lastName].filter((name) => name !== null).join(' ');
  const ofContact = ({ contactId }: { readonly contactId: string }) => contactId === id;
  return {
    id,
    createdAt: text(contact.createdAt),
    updatedAt: text(contact.updatedAt),
    firstName,
    lastName,
    fullName,
    displayName: fullName || (phoneNumber ?? email ?? 'Unknown'),
    isSubscribed: contact.isSubscribed ?? true,
    handles: handles.filter(ofContact).map((handle) => handleData(handle.id, text)),
    labels: contactLabels.filter(ofContact).map(({ labelId }) => rowOf(labels, labelId)),
    attributes: attributeValues.filter(ofContact).map(({ attributeId, value }) => {
      const { externalId, name, type } = rowOf(attributes, attributeId);
      return { id: attributeId, externalId, name, type, value };
    }),
    phoneNumber,
    email,
    chats: chats.filter(ofContact).map((chat: ChatRow) => {
      return { id: chat.id, channelId: chat.channelId, status: chat.status ?? 'open' };
    }),
    metadata: contact.metadata ?? {},
    timeZone: contact.timeZone ?? null,
  };
}

function handleData(id: string, text: DateText): HandleRecord {
  const { type, value, isPrimary, createdAt, updatedAt, ...rest } = rowOf(handles, id);
  return {
    id,
    createdAt: text(createdAt),
    updatedAt: text(updatedAt),
    type,
    isPrimary,
    value,
    extra: 'extra' in rest ? rest.extra : {},
    hasChats: chats.some(({ handleId }) => handleId === id),
  };
}

type ChatRow = Pick<ChatRecord, 'id' | 'channelId'> & Partial<Pick<ChatRecord, ChatState>>;
type ChatState = 'status' | 'isUnread' | 'unreadCount' | 'assignedUserId' | 'assignedTeamId' | 'isSensitive';

export function chatData(id: string, text: DateText): ChatRecord {
  const row = rowOf(chats, id);
  const { status, isUnread, unreadCount, assignedUserId, assignedTeamId, isSensitive }: ChatRow = row;
  return {
    id,
    createdAt: text(row.createdAt),
    updatedAt: text(row.updatedAt),
    status: status ?? 'open',
    isUnread: isUnread ?? false,
    openUntil: 'openUntil' in row ? text(row.openUntil) : null,
    unreadCount: unreadCount ?? 0,
    channelId: row.channelId,
    contactId: row.contactId,
    contact: contactData(row.contactId, text),
    handleId: row.handleId,
    handle: handleData(row.handleId, text),
    latestMessage: 'latestMessageId' in row ? messageData(row.latestMessageId, text) : null,
    assignedUserId: assignedUserId ?? null,
    assignedTeamId: assignedTeamId ?? null,
    isSensitive: isSensitive ?? false,
    snoozedUntil: 'snoozedUntil' in row ? text(row.snoozedUntil) : null,
  };
}

function messageData(id: string, text: DateText): MessageRecord {
  const row = rowOf(messages, id);
  return {
    id,
    vendorId: row.vendorId,
    sender: row.sender,
    type: 'type' in row ? row.type : 'text',
    timestamp: text(row.timestamp),
    subject: 'subject' in row ? row.subject : null,
    authentication: null,
    text: row.text,
    attachments: [],
  };
}

/** A text that the contact has written. */
export function receivedData(id: string, text: DateText): MessageEventRecord {
  const { chatId, status } = rowOf(messages, id);
  const { contactId, handleId, channelId } = rowOf(chats, chatId);
  const channel = rowOf(channels, channelId);
  return {
    ...messageData(id, text),
    origin: null,
    messageTemplateId: null,
    replyTo: null,
    interactive: null,
    reply: null,
    scheduledAt: null,
    reactions: [],
    status,
    chat: { id: chatId },
    contact: contactData(contactId, text),
    handle: handleData(handleId, text),
    channel: { id: channelId, type: channel.type, name: channel.name },
    errors: [],
  };
}

export function noteData(note: NoteRow, text: DateText): NoteRecord {
  return {
    id: note.id,
    createdAt: text(note.createdAt),
    chatId: note.chatId,
    contactId: rowOf(chats, note.chatId).contactId,
    text: note.text,
    authorUserId: note.authorUserId ?? null,
    authorKeyId: demoKeyId,
    mentionedUserIds: note.mentionedUserIds ?? [],
  };
}

/** A run outside any chat and campaign. */
export function runData(id: string, text: DateText): AutomationRunRecord {
  const row = rowOf(automationRuns, id);
  return {
    id,
    createdAt: text(row.createdAt),
    updatedAt: text(row.updatedAt),
    automationId: row.automationId,
    automationVersionId: row.automationVersionId,
    contactId: row.contactId,
    chatId: null,
    campaignId: null,
    status: row.status,
    scheduledAt: text(row.scheduledAt),
    startedAt: text(row.startedAt),
    finishedAt: text(row.finishedAt),
    position: 0,
    error: 'error' in row ? row.error : null,
  };
}

type CampaignRow = ReturnType<typeof makeCampaigns>[0];

/** A campaign for a list of recipients, right after its only occurrence. */
export function campaignData(
  row: CampaignRow,
  totals: CampaignDetailRecord['totals'],
  text: DateText,
): CampaignDetailRecord {
  const { id, name, channelId, automationId, messageTemplateId, status, variables } = row;
  return {
    id,
    name,
    channelId,
    automationId,
    messageTemplateId,
    mediaFileId: null,
    status,
    isScheduled: row.isScheduled,
    scheduledAt: text(row.scheduledAt),
    isRecurring: false,
    recurrenceRules: [],
    timeZone: null,
    variables,
    audienceQuery: null,
    segmentId: null,
    nextOccurrenceAt: null,
    createdAt: text(row.createdAt),
    updatedAt: text(row.updatedAt),
    totals,
    failureReason: null,
  };
}

function rowOf<Row extends { readonly id: string }>(rows: readonly Row[], id: string): Row {
  const found = rows.find((row) => row.id === id);
  if (found === undefined) throw new Error(`The demo has no row ${id}`);
  return found;
}
