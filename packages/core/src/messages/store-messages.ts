import {
  type MessageOrigin,
  type MessageSender,
  type MessageStatus,
  type MessageType,
  statement,
} from '@parley/database';
import type { AttachmentRecord, EmailAuthentication } from '../chats/message-record.js';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import type { SentTemplate } from './content/prepare-template.js';
import type { InteractiveRecord, ReplyRecord } from './interactive/interactive.js';

export interface MessageToStore {
  readonly id: string;
  readonly chatId: string;
  readonly channelId: string;
  readonly vendorId: string | null;
  readonly sender: MessageSender;
  readonly status: MessageStatus;
  readonly type: MessageType;
  readonly subject?: string | null;
  readonly authentication?: EmailAuthentication | null;
  readonly text: string | null;
  readonly attachments: readonly AttachmentRecord[];
  readonly timestamp: Date;
  readonly messageTemplateId?: string | null;
  readonly template?: SentTemplate | null;
  readonly automationRunId?: string | null;
  readonly campaignSendId?: string | null;
  readonly followsReply?: boolean;
  readonly originType?: MessageOrigin;
  readonly originId?: string | null;
  /** The message of this chat that is replied to, by our id or by the provider's. */
  readonly replyToId?: string | null;
  readonly replyToVendorId?: string | null;
  readonly interactive?: InteractiveRecord | null;
  readonly reply?: ReplyRecord | null;
  /** Set for a scheduled message, which does not become the latest of its chat yet. */
  readonly scheduledAt?: Date | null;
  /** The end of the period in which a free reply is allowed; null when the channel has no such limit. */
  readonly openUntil?: Date | null;
}

/**
 * Stores messages of different chats and updates each chat, which the caller has locked: the newest message by its own
 * time becomes the latest, and a message of the contact opens the chat and counts as unread. Returns the ids of the new
 * messages; a message whose provider's id already exists is not stored.
 */
export async function storeMessages(
  { sql }: Transaction,
  { tenantId, now }: Context,
  messages: readonly MessageToStore[],
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set();
  const stored = await sql(store, [tenantId, now(), JSON.stringify(messages)]);
  return new Set(stored.map(({ id }) => id));
}

/** Like `storeMessages`, for outbound messages, which have no provider's id yet: all are stored, so nothing waits for the result. */
export function storeOutboundMessages(
  { send }: Transaction,
  { tenantId, now }: Context,
  messages: readonly MessageToStore[],
): void {
  if (messages.length > 0) send(store, [tenantId, now(), JSON.stringify(messages)]);
}

/** Missing keys are null. */
const given = `json_to_recordset($3::json) as given(id uuid, "chatId" uuid, "channelId" uuid, "vendorId" text,
  sender message_sender, status message_status, type message_type, subject text, authentication jsonb, text text,
  attachments jsonb,
  timestamp timestamptz, "messageTemplateId" uuid, template jsonb, "automationRunId" uuid, "campaignSendId" uuid,
  "followsReply" boolean, "originType" message_origin, "originId" uuid, "replyToId" uuid, "replyToVendorId" text,
  interactive jsonb, reply jsonb, "scheduledAt" timestamptz, "openUntil" timestamptz)`;

/** Only a reply looks up the message that it replies to. */
const repliedTo = `case when given."replyToVendorId" is null then given."replyToId" else (
  select replied.id from messages replied
  where replied.tenant_id = $1::uuid and replied.channel_id = given."channelId"
    and replied.vendor_id = given."replyToVendorId" and replied.chat_id = given."chatId") end`;

const isInbound = `stored.sender = 'inbound'`;

/** Each chat is looked up by its key and updated by its physical location, as in the claim of deliveries. */
const store = statement<{ id: string }>(
  'store-messages',
  `with given as materialized (select * from ${given}),
   stored as (
     insert into messages (tenant_id, created_at, updated_at, id, chat_id, channel_id, vendor_id, sender, status, type,
       subject, authentication, text, attachments, timestamp, message_template_id, template, automation_run_id, campaign_send_id,
       follows_reply, origin_type, origin_id, scheduled_at, reply_to_id, interactive, reply)
     select $1::uuid, $2::timestamptz, $2::timestamptz, id, "chatId", "channelId", "vendorId", sender, status, type,
       subject, authentication, text, attachments, timestamp, "messageTemplateId", template, "automationRunId", "campaignSendId",
       coalesce("followsReply", false), "originType", "originId", "scheduledAt", ${repliedTo}, interactive, reply
     from given
     on conflict (tenant_id, channel_id, vendor_id) do nothing
     returning id, chat_id, sender, timestamp
   )
   update chats chat set
     status = case when ${isInbound} then 'open' else chat.status end,
     snoozed_until = case when ${isInbound} then null else chat.snoozed_until end,
     is_unread = chat.is_unread or ${isInbound},
     unread_count = chat.unread_count + case when ${isInbound} then 1 else 0 end,
     open_until = greatest(chat.open_until, given."openUntil"),
     latest_message_id = case when given."scheduledAt" is not null or exists (
         select from messages latest where latest.tenant_id = chat.tenant_id and latest.id = chat.latest_message_id
           and latest.timestamp > stored.timestamp
       ) then chat.latest_message_id else stored.id end,
     updated_at = $2::timestamptz
   from stored join given on given.id = stored.id
   cross join lateral (
     select ctid as place from chats where tenant_id = $1::uuid and id = stored.chat_id offset 0
   ) found
   where chat.ctid = found.place
   returning stored.id`,
);
