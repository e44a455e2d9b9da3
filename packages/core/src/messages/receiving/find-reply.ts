import { type ChannelType, statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { choicesOf, type InteractiveRecord, type ReplyRecord } from '../interactive/interactive.js';
import { readNumber } from '../interactive/read-number.js';
import type { ReceivedMessage } from './received-message.js';
import { isSeenSql } from './seen-by-contact.js';

interface PossibleReply {
  readonly chat: { readonly chatId: string; readonly channelType: ChannelType };
  readonly channelId: string;
  readonly item: ReceivedMessage;
}

/**
 * Returns the choice that a contact makes with a message. A provider with buttons reports it. On SMS and email, a number is
 * a choice of the message that it replies to. If it replies to none, it is a choice of the latest message that the contact
 * can have seen: once that message offers nothing, a number is an answer to something else. Only a number causes a lookup.
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

const find = statement<{ interactive: InteractiveRecord | null }>(
  'find-offered-choices',
  // Without the inner limit, a chat with inbound messages only would be read to its beginning.
  `(select named.interactive from messages named
    where named.tenant_id = $1::uuid and named.channel_id = $3::uuid and named.vendor_id = $4::text
      and named.chat_id = $2::uuid)
   union all
   (select latest.interactive from (
      select interactive, sender, status, vendor_id, timestamp, id from messages
      where tenant_id = $1::uuid and chat_id = $2::uuid and $4::text is null
      order by timestamp desc, id desc limit 1000
    ) latest
    where latest.sender = 'outbound' and ${isSeenSql('latest')}
    order by latest.timestamp desc, latest.id desc limit 1)`,
);
