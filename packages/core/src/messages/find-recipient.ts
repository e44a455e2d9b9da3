import { type ChannelType, statement } from '@parley/database';
import { ensureChat } from '../chats/ensure-chat.js';
import { type ContactRecord, contactJson } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';

/** A chat, or a contact on a channel: their chat there, which is made when there is none. */
export type RecipientAddress =
  | { readonly chatId: string; readonly contactId?: never; readonly channelId?: never }
  | { readonly chatId?: never; readonly contactId: string; readonly channelId: string };

export interface Recipient {
  readonly chatId: string;
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly provider: string;
  readonly openUntil: Date | null;
  readonly contact: ContactRecord;
}

/** Finds the chat and locks it. */
export async function findRecipient(
  transaction: Transaction,
  context: Context,
  address: RecipientAddress,
): Promise<Recipient> {
  const chatId = address.chatId ?? (await ensureChat(transaction, context, address));
  const [recipient] = isId(chatId) ? await transaction.sql(find, [context.tenantId, chatId]) : [];
  if (recipient === undefined) throw notFound('chat');
  return recipient;
}

const find = statement<Recipient>(
  'find-recipient',
  `select chat.id as "chatId", chat.channel_id as "channelId", channel.type as "channelType",
     channel.provider, chat.open_until as "openUntil", ${contactJson('contact')} as contact
   from chats chat
   join channels channel on channel.tenant_id = chat.tenant_id and channel.id = chat.channel_id
   join contacts contact on contact.tenant_id = chat.tenant_id and contact.id = chat.contact_id
   where chat.tenant_id = $1::uuid and chat.id = $2::uuid
   for no key update of chat`,
);
