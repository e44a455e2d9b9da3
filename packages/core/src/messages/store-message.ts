import { type MessageSender, type MessageStatus, type MessageType, statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import type { StoredAttachment } from './message-record.js';
import type { SentTemplate } from './prepare-template.js';

export interface MessageToStore {
  readonly id: string;
  readonly chatId: string;
  readonly channelId: string;
  readonly vendorId: string | null;
  readonly sender: MessageSender;
  readonly status: MessageStatus;
  readonly type: MessageType;
  readonly subject?: string | null;
  readonly text: string | null;
  readonly attachments: readonly StoredAttachment[];
  readonly timestamp: Date;
  readonly messageTemplateId?: string | null;
  readonly template?: SentTemplate | null;
  readonly automationRunId?: string | null;
  readonly campaignSendId?: string | null;
  /** From when on a free reply is refused; null where the channel knows no such limit. */
  readonly openUntil?: Date | null;
}

/**
 * Stores a message and shows it in its chat, which the caller has locked: the newest by its own time is the latest,
 * and one from the contact opens the chat and counts as unread. False when the provider's id is there already.
 */
export async function storeMessage(
  { sql }: Transaction,
  { tenantId, now }: Context,
  message: MessageToStore,
): Promise<boolean> {
  const stored = await sql(store, [
    tenantId,
    now(),
    message.id,
    message.chatId,
    message.channelId,
    message.vendorId,
    message.sender,
    message.status,
    message.type,
    message.subject ?? null,
    message.text,
    JSON.stringify(message.attachments),
    message.timestamp,
    message.messageTemplateId ?? null,
    message.template ? JSON.stringify(message.template) : null,
    message.automationRunId ?? null,
    message.campaignSendId ?? null,
    message.openUntil ?? null,
  ]);
  return stored.length > 0;
}

const isInbound = `$7::message_sender = 'inbound'`;

const store = statement<{ id: string }>(
  'store-message',
  `with stored as (
     insert into messages (tenant_id, created_at, updated_at, id, chat_id, channel_id, vendor_id, sender, status, type,
       subject, text, attachments, timestamp, message_template_id, template, automation_run_id, campaign_send_id)
     values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::uuid, $6::text, $7::message_sender,
       $8::message_status, $9::message_type, $10::text, $11::text, $12::jsonb, $13::timestamptz, $14::uuid, $15::jsonb,
       $16::uuid, $17::uuid)
     on conflict (tenant_id, channel_id, vendor_id) do nothing
     returning id, chat_id
   )
   update chats chat set
     status = case when ${isInbound} then 'open' else chat.status end,
     snoozed_until = case when ${isInbound} then null else chat.snoozed_until end,
     is_unread = chat.is_unread or ${isInbound},
     unread_count = chat.unread_count + case when ${isInbound} then 1 else 0 end,
     open_until = greatest(chat.open_until, $18::timestamptz),
     latest_message_id = case when exists (
         select from messages latest where latest.tenant_id = chat.tenant_id and latest.id = chat.latest_message_id
           and latest.timestamp > $13::timestamptz
       ) then chat.latest_message_id else stored.id end,
     updated_at = $2::timestamptz
   from stored where chat.tenant_id = $1::uuid and chat.id = stored.chat_id
   returning chat.id`,
);
