import { type ChannelType, type MessageStatus, statement } from '@parley/database';
import { type ContactRecord, contactJson } from '../contacts/contact-record.js';
import { type HandleRecord, handleJson } from '../contacts/handle-record.js';
import type { Context } from '../context.js';
import type { EventType, LegacyEventType } from '../events/event-type.js';
import { recordingSql } from '../events/recording-sql.js';
import { newId } from '../ids.js';
import { jsonObject } from '../sql/json.js';
import type { Transaction } from '../sql/transact.js';
import { type MessageRecord, messageColumns } from './message-record.js';

/** What the event of a message tells: the message with its place, its people and how far it has come. */
export interface MessageEventRecord extends MessageRecord {
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

/** Where a message is. Whoever records an event has just read it, and so each part is one look-up by its key. */
export interface MessagePlace {
  readonly chatId: string;
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly contactId: string;
  readonly handleId: string;
}

export interface MessageEvent {
  readonly messageId: string;
  readonly place: MessagePlace;
  readonly type: Extract<EventType, `message.${string}`>;
  /** What v2 calls it, after the channel's name; null where v2 has no such event. */
  readonly legacyKind: 'RECEIVED' | 'STATUS' | 'ECHO' | null;
}

/** Records the event of a message as the message is now in this transaction. */
export async function recordMessageEvent(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { messageId, place, type, legacyKind }: MessageEvent,
): Promise<void> {
  const { chatId, channelId, contactId, handleId, channelType } = place;
  const ids = [newId(), messageId, chatId, channelId, contactId, handleId];
  await sql(record, [tenantId, now(), ...ids, type, legacyTypeOf(channelType, legacyKind)]);
}

function legacyTypeOf(channelType: ChannelType, kind: MessageEvent['legacyKind']): LegacyEventType | null {
  if (kind === null) return null;
  // Only Instagram tells of messages written in its own app by a name of v2.
  if (kind === 'ECHO') return channelType === 'instagram' ? 'INSTAGRAM_MESSAGE_ECHO' : null;
  return `${channelNames[channelType]}_MESSAGE_${kind}`;
}

const channelNames = { whatsapp: 'WHATSAPP', sms: 'SMS', email: 'EMAIL', instagram: 'INSTAGRAM' } as const;

/** Over rows named message, channel, contact and handle. */
export const messageEventJson = jsonObject<MessageEventRecord>({
  ...messageColumns('message'),
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

const record = statement(
  'record-message-event',
  recordingSql(
    `select $3::uuid as id, $9::text as type, $10::text as legacy_type, channel.id as channel_id,
       message.chat_id, contact.id as contact_id, ${messageEventJson} as data
     from messages message, channels channel, contacts contact, handles handle
     where message.tenant_id = $1::uuid and message.chat_id = $5::uuid and message.id = $4::uuid
       and channel.tenant_id = $1::uuid and channel.id = $6::uuid
       and contact.tenant_id = $1::uuid and contact.id = $7::uuid
       and handle.tenant_id = $1::uuid and handle.contact_id = $7::uuid and handle.id = $8::uuid`,
    'count(*)::int as "eventCount"',
  ),
);
