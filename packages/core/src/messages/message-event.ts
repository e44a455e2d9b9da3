import type { ChannelType, MessageStatus } from '@parley/database';
import { type ContactRecord, contactJson } from '../contacts/contact-record.js';
import { type HandleRecord, handleJson } from '../contacts/handle-record.js';
import type { EventType } from '../events/event-type.js';
import { jsonObject } from '../sql/json.js';
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

interface MessageEvent {
  /** SQL expressions for the id of the event and for that of the message. */
  readonly eventId: string;
  readonly messageId: string;
  readonly type: EventType | { readonly sql: string };
  readonly legacyType: 'received' | 'status' | 'none' | { readonly sql: string };
}

/** A query for `recordingSql` that gives the event of one message, as the message is now. */
export function messageEventSql({ eventId, messageId, type, legacyType }: MessageEvent): string {
  return `select ${eventId} as id, ${typeof type === 'string' ? `'${type}'` : type.sql} as type,
      ${legacyTypeSql(legacyType)} as legacy_type, message.channel_id, message.chat_id, chat.contact_id,
      ${messageEventJson} as data
    from messages message
    join channels channel on channel.tenant_id = message.tenant_id and channel.id = message.channel_id
    join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
    join handles handle on handle.tenant_id = chat.tenant_id and handle.id = chat.handle_id
    join contacts contact on contact.tenant_id = chat.tenant_id and contact.id = chat.contact_id
    where message.tenant_id = $1::uuid and message.id = ${messageId}`;
}

/** The names of v2 begin with the type of the channel. */
function legacyTypeSql(legacyType: MessageEvent['legacyType']): string {
  if (typeof legacyType === 'object') return legacyType.sql;
  if (legacyType === 'none') return 'null::text';
  return `upper(channel.type::text) || '_MESSAGE_${legacyType.toUpperCase()}'`;
}

const messageEventJson = jsonObject<MessageEventRecord>({
  ...messageColumns('message'),
  status: 'message.status',
  chat: jsonObject<MessageEventRecord['chat']>({ id: 'chat.id' }),
  contact: contactJson('contact'),
  handle: handleJson('handle', 'true'),
  channel: jsonObject<MessageEventRecord['channel']>({
    id: 'channel.id',
    type: 'channel.type',
    name: 'channel.name',
  }),
  errors: 'message.errors',
});
