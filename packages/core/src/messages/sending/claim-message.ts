import { type HandleType, type MessageStatus, type MessageType, statement } from '@parley/database';
import {
  type ConfiguredChannel,
  openChannel,
  type SealedChannel,
  sealedChannelJson,
} from '../../channels/find-channel.js';
import type { AttachmentRecord } from '../../chats/message-record.js';
import type { Context } from '../../context.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import { jsonObject } from '../../sql/json.js';
import { type Transaction, transact } from '../../sql/transact.js';
import type { SentTemplate } from '../content/prepare-template.js';
import type { InteractiveRecord } from '../interactive/interactive.js';
import { moveMessage } from '../move-message.js';
import { scheduleSending, scheduleSendingUnlessSooner } from '../schedule-sending.js';
import { type Withdrawal, withdrawMessage } from '../withdraw-message.js';

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

export interface SendingRules {
  readonly messageId: string;
  readonly leaseToken: string;
  readonly leaseMs: number;
  /** The number of interrupted attempts after which a message fails. */
  readonly maxAttempts: number;
  /** Whether the message may be sent again when it is unknown whether the provider has it. */
  readonly isRepeatable: (channel: SealedChannel) => boolean;
  /** Returns the time at which the channel's rate limit allows the message, which is not before the end of a pause. */
  readonly reserveSlot: (
    transaction: Transaction,
    channel: SealedChannel,
    pausedUntil: Date | null,
  ) => Promise<Date>;
}

/** The maximum time that a message waits for the previous message of its chat, in case nothing wakes it. */
const waitBehindMs = 30_000;

/**
 * Leases a message for one attempt to send it. Returns null when there is nothing to do now: the message is sent,
 * another worker has leased it, or it must wait and a job is scheduled for it.
 */
export function claimMessage(context: Context, rules: SendingRules): Promise<MessageToSend | null> {
  return transact(context, async (transaction) => {
    const now = context.now();
    const [message] = await transaction.sql(find, [context.tenantId, rules.messageId]);
    if (message === undefined || message.status !== 'pending') return null;
    const { messageId } = rules;
    const { channel, attemptCount } = message.toSend;
    if (message.isBehind) {
      const at = new Date(now.getTime() + waitBehindMs);
      scheduleSendingUnlessSooner(transaction, context, { messageId, at });
      return null;
    }
    if (message.leaseExpiresAt !== null && message.leaseExpiresAt > now) {
      scheduleSending(transaction, context, { messageId, at: message.leaseExpiresAt });
      return null;
    }
    // This lease was not released: the attempt was interrupted, and the provider may have the message.
    const mayRepeat = rules.isRepeatable(channel) && attemptCount < rules.maxAttempts;
    const because = message.withdrawal;
    if (message.isLeased && (because !== null || !mayRepeat)) {
      await failUnknownDelivery(transaction, context, messageId);
      return null;
    }
    if (because !== null) {
      await withdrawMessage(transaction, context, { messageId, because });
      return null;
    }
    const slotAt = message.slotAt ?? (await rules.reserveSlot(transaction, channel, message.pausedUntil));
    if (slotAt > now) {
      transaction.send(waitForSlot, [context.tenantId, now, messageId, slotAt]);
      scheduleSending(transaction, context, { messageId, at: slotAt });
      return null;
    }
    const expiresAt = new Date(now.getTime() + rules.leaseMs);
    const opened = await openChannel({ database: context.database, sql: transaction.sql }, channel);
    transaction.send(lease, [context.tenantId, now, messageId, rules.leaseToken, expiresAt]);
    return { ...message.toSend, channel: opened, attemptCount: attemptCount + 1 };
  });
}

async function failUnknownDelivery(
  transaction: Transaction,
  context: Context,
  messageId: string,
): Promise<void> {
  transaction.send(endLease, [context.tenantId, context.now(), messageId]);
  const message = 'It is unknown whether the provider has the message; it was not sent again.';
  await moveMessage(transaction, context, {
    messageId,
    status: 'failed',
    errors: [{ code: 'delivery_unknown', message }],
  });
}

interface FoundMessage {
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
  /** An earlier message of the chat has not been sent yet. */
  readonly isBehind: boolean;
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

const find = statement<FoundMessage>(
  'find-message-to-send',
  `select message.status, message.lease_token is not null as "isLeased",
     message.lease_expires_at as "leaseExpiresAt", ${withdrawal} as withdrawal,
     case when message.turn_at < pace.paused_until then null else message.turn_at end as "slotAt",
     pace.paused_until as "pausedUntil",
     exists (
       select from messages earlier
       where earlier.tenant_id = message.tenant_id and earlier.chat_id = message.chat_id
         and earlier.sender = 'outbound' and earlier.status = 'pending' and earlier.id < message.id
     ) as "isBehind",
     ${toSend} as "toSend"
   from messages message
   join channels channel on channel.tenant_id = message.tenant_id and channel.id = message.channel_id
   left join channel_paces pace on pace.tenant_id = message.tenant_id and pace.channel_id = message.channel_id
   join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
   join contacts contact on contact.tenant_id = chat.tenant_id and contact.id = chat.contact_id
   join handles handle on handle.tenant_id = chat.tenant_id and handle.id = chat.handle_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid and message.sender = 'outbound'
     and ${isNotErased('chat.id')}
   for no key update of message`,
);

const waitForSlot = statement(
  'set-slot-of-message',
  `update messages set turn_at = $4::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

const lease = statement(
  'lease-message',
  `update messages set attempt_count = attempt_count + 1, turn_at = null, updated_at = $2::timestamptz,
     lease_token = $4::uuid, lease_expires_at = $5::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

const endLease = statement(
  'end-lost-lease',
  `update messages set lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
