import { type HandleType, type MessageStatus, type MessageType, statement } from '@parley/database';
import {
  type ConfiguredChannel,
  type SealedChannel,
  sealedChannelJson,
} from '../../channels/find-channel.js';
import type { AttachmentRecord } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import { jsonObject } from '../../sql/json.js';
import type { Transaction } from '../../sql/transact.js';
import type { SentTemplate } from '../content/prepare-template.js';
import type { InteractiveRecord } from '../interactive/interactive.js';
import type { Withdrawal } from '../withdraw-message.js';
import { type MessageHold, mayBeHeldSql, messageHoldSql } from './hold-in-quiet-hours.js';

/** A message that the holder of its lease now sends to its provider. */
export interface MessageToSend {
  readonly id: string;
  readonly type: MessageType;
  readonly subject: string | null;
  readonly text: string | null;
  readonly attachments: readonly AttachmentRecord[];
  readonly template: SentTemplate | null;
  readonly interactive: InteractiveRecord | null;
  readonly to: { readonly handleType: HandleType; readonly value: string };
  readonly channel: ConfiguredChannel;
  /**
   * The provider's id of the message that this one replies to; null when that message has none, such as one that failed.
   * An email that names no message is a reply to the contact's last email before it, unless it belongs to a campaign.
   */
  readonly inReplyTo: string | null;
  /** Whether an automation wrote the message. */
  readonly isAutomated: boolean;
  /** Includes this attempt. */
  readonly attemptCount: number;
}

/** Locks the messages, in one order, and returns them by id. */
export async function findMessagesToSend(
  { sql }: Transaction,
  { tenantId, now }: Context,
  messageIds: readonly string[],
): Promise<Map<string, FoundMessage>> {
  const ids = [...new Set(messageIds)].sort();
  const found = await sql(find, [tenantId, ids, now()]);
  return new Map(found.map((message) => [message.toSend.id, message]));
}

export interface FoundMessage {
  readonly status: MessageStatus;
  readonly isLeased: boolean;
  readonly leaseExpiresAt: Date | null;
  /**
   * The slot of the message; null when it has none, or when the provider has requested a longer pause, which voids it.
   */
  readonly slotAt: Date | null;
  readonly pausedUntil: Date | null;
  /** Why the message must not be sent: its campaign was stopped, or the contact unsubscribed from campaigns. */
  readonly withdrawal: Withdrawal | null;
  readonly hold: MessageHold | null;
  /** An earlier message of the chat has not been sent yet, and no quiet hours hold it back. */
  readonly isBehind: boolean;
  /** Until when quiet hours hold back the earlier messages of the chat; null for a message that they could not hold back. */
  readonly behindUntil: Date | null;
  readonly toSend: SealedMessage;
}

interface SealedMessage extends Omit<MessageToSend, 'channel'> {
  readonly channel: SealedChannel;
}

const toSend = jsonObject<SealedMessage>({
  id: 'message.id',
  type: 'message.type',
  subject: 'message.subject',
  text: 'message.text',
  attachments: 'message.attachments',
  template: 'message.template',
  interactive: 'message.interactive',
  to: jsonObject<MessageToSend['to']>({ handleType: 'handle.type', value: 'handle.value' }),
  channel: sealedChannelJson('channel'),
  inReplyTo: `case when message.reply_to_id is not null then (select replied.vendor_id from messages replied
      where replied.tenant_id = message.tenant_id and replied.id = message.reply_to_id)
    else (select inbound.vendor_id from messages inbound where inbound.tenant_id = message.tenant_id and inbound.chat_id = message.chat_id
      and inbound.sender = 'inbound' and channel.type = 'email' and message.campaign_send_id is null
      and inbound.created_at <= message.created_at
    order by inbound.timestamp desc, inbound.id desc limit 1) end`,
  isAutomated: 'message.automation_run_id is not null',
  attemptCount: 'message.attempt_count',
});

const withdrawal = `case when message.is_stopped then 'canceled'
  when message.campaign_send_id is not null and not contact.is_subscribed then 'unsubscribed' end`;

const earlier = (columns: string) => `select ${columns} from messages earlier
       where earlier.tenant_id = message.tenant_id and earlier.chat_id = message.chat_id
         and earlier.sender = 'outbound' and earlier.status = 'pending' and earlier.id < message.id`;

const find = statement<FoundMessage>(
  'find-messages-to-send',
  `select found.* from unnest($2::uuid[]) as listed(id) cross join lateral (
   select message.status, message.lease_token is not null as "isLeased",
     message.lease_expires_at as "leaseExpiresAt", ${withdrawal} as withdrawal,
     ${messageHoldSql} as hold,
     case when message.turn_at < pace.paused_until then null else message.turn_at end as "slotAt",
     pace.paused_until as "pausedUntil",
     exists (
       ${earlier('')} and (earlier.held_until is null or earlier.held_until <= $3::timestamptz)
     ) as "isBehind",
     case when ${mayBeHeldSql} then (
       ${earlier('max(earlier.held_until)')} and earlier.held_until > $3::timestamptz
     ) end as "behindUntil",
     ${toSend} as "toSend"
   from messages message
   join channels channel on channel.tenant_id = message.tenant_id and channel.id = message.channel_id
   left join channel_paces pace on pace.tenant_id = message.tenant_id and pace.channel_id = message.channel_id
   join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
   join contacts contact on contact.tenant_id = chat.tenant_id and contact.id = chat.contact_id
   join handles handle on handle.tenant_id = chat.tenant_id and handle.id = chat.handle_id
   where message.tenant_id = $1::uuid and message.id = listed.id and message.sender = 'outbound'
     and ${isNotErased('chat.id')}
   limit 1 for no key update of message
   ) found`,
);
