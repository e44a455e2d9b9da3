import { type ChannelType, statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isSeenSql } from '../../sql/seen-by-contact.js';
import type { Transaction } from '../../sql/transact.js';
import { awaitsReplySql } from '../../triggers/awaits-reply-sql.js';
import { choicesOf, type InteractiveRecord, type ReplyRecord } from '../interactive/interactive.js';
import { readNumber } from '../interactive/read-number.js';
import type { ReceivedMessage } from './received-message.js';

interface PossibleReply {
  readonly chat: { readonly chatId: string; readonly channelType: ChannelType };
  readonly channelId: string;
  readonly item: ReceivedMessage;
}

/**
 * Returns the choice that a contact makes with a message. A provider with buttons reports it. On SMS and email, a number is
 * a choice of the message that it replies to. If it replies to none, or to one that is not stored, it is a choice of the
 * latest message that the contact can have seen: once that message offers nothing, a number is an answer to something else.
 * Only a number causes a lookup.
 */
export async function findReply(
  { sql }: Transaction,
  { tenantId }: Context,
  { chat: { chatId, channelType }, channelId, item }: PossibleReply,
): Promise<ReplyRecord | null> {
  if (item.reply !== undefined) return item.reply;
  if (item.echo || (channelType !== 'sms' && channelType !== 'email')) return null;
  const number = readNumber(item.text, channelType);
  if (number === undefined) return null;
  const [offer] = await sql(find, [tenantId, chatId, channelId, item.replyTo ?? null]);
  const choice = offer?.interactive && choicesOf(offer.interactive)[number - 1];
  return choice ? { id: choice.id, title: choice.title } : null;
}

/**
 * The choices of a message. A run that asks again does so with a text only, and then the choices are those of its question,
 * which is the first message of the step that waits.
 */
function offerSql(message: string): string {
  return `coalesce(${message}.interactive, (
    select question.interactive from automation_runs run
    join automation_run_steps repeated on repeated.tenant_id = run.tenant_id and repeated.run_id = run.id
      and repeated.position = run.position and repeated.result ->> 'messageId' = ${message}.id::text
    join automation_run_steps asked on asked.tenant_id = run.tenant_id and asked.run_id = run.id
      and asked.position = run.position
    join messages question on question.tenant_id = asked.tenant_id
      and question.id = (asked.result ->> 'messageId')::uuid
    where run.tenant_id = $1::uuid and run.id = ${message}.automation_run_id and ${awaitsReplySql('run')}
    order by asked.number limit 1))`;
}

const find = statement<{ interactive: InteractiveRecord | null }>(
  'find-offered-choices',
  // Without the inner limit, a chat with inbound messages only would be read to its beginning.
  `with named as materialized (
     select id, chat_id, interactive, automation_run_id from messages
     where tenant_id = $1::uuid and channel_id = $3::uuid and vendor_id = $4::text
   )
   (select ${offerSql('named')} as interactive from named where named.chat_id = $2::uuid)
   union all
   (select ${offerSql('latest')} from (
      select id, interactive, automation_run_id, sender, status, vendor_id, timestamp from messages
      where tenant_id = $1::uuid and chat_id = $2::uuid and not exists (select from named)
      order by timestamp desc, id desc limit 1000
    ) latest
    where latest.sender = 'outbound' and ${isSeenSql('latest')}
    order by latest.timestamp desc, latest.id desc limit 1)`,
);
