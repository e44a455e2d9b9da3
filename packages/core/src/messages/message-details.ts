import type { MessageOrigin } from '@parley/database';
import { jsonObject, timestampText } from '../sql/json.js';
import type { InteractiveRecord, ReplyRecord } from './interactive/interactive.js';
import { type ReactionRecord, reactionsJson } from './reaction-record.js';

/** The parts of a message that its chat does not show for its latest message. */
export interface MessageDetailsRecord {
  /** Null for an inbound message, and for a message from before its origin was stored, if nothing shows its type. */
  readonly origin: MessageOriginRecord | null;
  readonly messageTemplateId: string | null;
  /** Null if the message is not a reply, or replies to a message that does not exist in the chat. */
  readonly replyTo: RepliedMessageRecord | null;
  /** The choices that the message offers. */
  readonly interactive: InteractiveRecord | null;
  /** The choice of the contact. */
  readonly reply: ReplyRecord | null;
  /** Null if the message was not scheduled. */
  readonly scheduledAt: string | null;
  readonly reactions: readonly ReactionRecord[];
}

/** What made an outbound message. */
export interface MessageOriginRecord {
  readonly type: MessageOrigin;
  /** The API key, automation or campaign; null for the provider's app and for the token of another issuer. */
  readonly id: string | null;
}

export interface RepliedMessageRecord {
  readonly id: string;
  readonly text: string | null;
}

/**
 * Returns one SQL expression for each key of the record. A message that is no reply costs no lookup, since the database
 * evaluates a subquery within `case` only if the condition is true.
 */
export function messageDetails(row: string): { readonly [Key in keyof MessageDetailsRecord]: string } {
  return {
    origin: `case when ${originType(row)} is not null then ${jsonObject<MessageOriginRecord>({
      type: originType(row),
      id: `${row}.origin_id`,
    })} end`,
    messageTemplateId: `${row}.message_template_id`,
    replyTo: `case when ${row}.reply_to_id is not null then (
      select ${jsonObject<RepliedMessageRecord>({ id: 'replied.id', text: 'replied.text' })} from messages replied
      where replied.tenant_id = ${row}.tenant_id and replied.id = ${row}.reply_to_id
        and replied.chat_id = ${row}.chat_id) end`,
    interactive: `${row}.interactive`,
    reply: `${row}.reply`,
    scheduledAt: timestampText(`${row}.scheduled_at`),
    reactions: reactionsJson(row),
  };
}

/**
 * A message from before its origin was stored has the type that its links show. A message that was never attempted and has
 * a provider's id is the echo of one that was written in the provider's app. A deleted run or campaign leaves no link, so
 * the type of all other messages is unknown.
 */
export function originType(row: string): string {
  return `coalesce(${row}.origin_type::text, case when ${row}.sender = 'inbound' then null
    when ${row}.campaign_send_id is not null then 'campaign'
    when ${row}.automation_run_id is not null then 'automation'
    when ${row}.attempt_count = 0 and ${row}.vendor_id is not null then 'app' end)`;
}
