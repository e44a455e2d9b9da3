import { type ChannelType, type MessageStatus, statement } from '@parley/database';
import { type MessageRecord, messageColumns } from '../chats/message-record.js';
import { type ContactRecord, contactJson } from '../contacts/contact-record.js';
import { type HandleRecord, handleJson } from '../contacts/handle-record.js';
import type { Context } from '../context.js';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import { jsonObject } from '../sql/json.js';
import type { Transaction } from '../sql/transact.js';
import { type MessageDetailsRecord, messageDetails } from './message-details.js';

/** The data of a message event: the message with its chat, contact, handle, channel and status. */
export interface MessageEventRecord extends MessageRecord, MessageDetailsRecord {
  readonly status: MessageStatus;
  readonly chat: { readonly id: string };
  readonly contact: ContactRecord;
  readonly handle: HandleRecord;
  readonly channel: { readonly id: string; readonly type: ChannelType; readonly name: string };
  readonly errors: readonly MessageErrorRecord[];
}

export interface MessageErrorRecord {
  readonly code: string;
  readonly message: string;
}

/** The keys of a message. The caller has just read them, so each part of the event is one lookup by key. */
export interface MessageKeys {
  readonly chatId: string;
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly contactId: string;
  readonly handleId: string;
}

export interface MessageEvent {
  readonly messageId: string;
  readonly keys: MessageKeys;
  readonly type: Extract<EventType, `message.${string}`>;
  /**
   * The kind of the legacy event type, which starts with the name of the channel; null when there is no legacy event.
   */
  readonly legacyKind: 'RECEIVED' | 'STATUS' | 'ECHO' | null;
}

/** Records the events of messages, in the given order, with the messages as they are now in this transaction. */
export function recordMessageEvents(
  { send }: Transaction,
  { tenantId, now }: Context,
  events: readonly MessageEvent[],
): void {
  if (events.length === 0) return;
  const rows = events.map(({ messageId, keys, type, legacyKind }) => {
    const { chatId, channelId, contactId, handleId, channelType } = keys;
    const legacyType = legacyTypeOf(channelType, legacyKind);
    return { id: newId(), messageId, chatId, channelId, contactId, handleId, type, legacyType };
  });
  send(record, [tenantId, now(), JSON.stringify(rows)]);
}

function legacyTypeOf(channelType: ChannelType, kind: MessageEvent['legacyKind']): LegacyEventType | null {
  if (kind === null) return null;
  // Among the legacy types, only Instagram has one for messages that the business writes in the provider's app.
  if (kind === 'ECHO') return channelType === 'instagram' ? 'INSTAGRAM_MESSAGE_ECHO' : null;
  return `${channelNames[channelType]}_MESSAGE_${kind}`;
}

const channelNames = { whatsapp: 'WHATSAPP', sms: 'SMS', email: 'EMAIL', instagram: 'INSTAGRAM' } as const;

/** SQL over rows named message, channel, contact and handle. */
export const messageEventJson = jsonObject<MessageEventRecord>({
  ...messageColumns('message'),
  ...messageDetails('message'),
  status: 'message.status',
  chat: jsonObject<MessageEventRecord['chat']>({ id: 'message.chat_id' }),
  contact: contactJson('contact'),
  handle: handleJson('handle', 'true'),
  channel: jsonObject<MessageEventRecord['channel']>({
    id: 'channel.id',
    type: 'channel.type',
    name: 'channel.name',
  }),
  errors: 'message.errors',
});

/** Looks up each message and its relations by key, even when there are many messages. */
const record = statement(
  'record-message-events',
  recordingSql(
    `select given.id, given.type, given."legacyType" as legacy_type, given."channelId" as channel_id,
       given."chatId" as chat_id, given."contactId" as contact_id, found.data
     from json_to_recordset($3::json) as given(id uuid, type text, "legacyType" text, "messageId" uuid, "chatId" uuid,
       "channelId" uuid, "contactId" uuid, "handleId" uuid)
     cross join lateral (
       select ${messageEventJson} as data
       from messages message, channels channel, contacts contact, handles handle
       where message.tenant_id = $1::uuid and message.chat_id = given."chatId" and message.id = given."messageId"
         and channel.tenant_id = $1::uuid and channel.id = given."channelId"
         and contact.tenant_id = $1::uuid and contact.id = given."contactId"
         and handle.tenant_id = $1::uuid and handle.contact_id = given."contactId" and handle.id = given."handleId"
       offset 0
     ) found`,
    'count(*)::int as "eventCount"',
  ),
);
