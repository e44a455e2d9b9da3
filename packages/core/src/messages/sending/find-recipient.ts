import { type ChannelType, statement } from '@parley/database';
import { ensureChat, requireChatOrHandle } from '../../chats/ensure-chat.js';
import { type ContactRecord, contactJson } from '../../contacts/contact-record.js';
import type { Context } from '../../context.js';
import { collectInvalidParams, notFound } from '../../domain-error.js';
import { isId } from '../../ids.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import type { TwoForms } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import type { ValidationErrors } from '../../validation-errors.js';
import { type Addressee, type ChannelAddress, lookUpAddressee, reachAddress } from './reach-address.js';

/** A chat, or a contact or an address on a channel. Their chat is created when there is none. */
export type RecipientAddress =
  | {
      readonly chatId: string;
      readonly contactId?: never;
      readonly channelId?: never;
      readonly address?: never;
    }
  | {
      readonly chatId?: never;
      readonly contactId: string;
      readonly channelId: string;
      readonly address?: never;
    }
  | ({ readonly chatId?: never; readonly contactId?: never } & ChannelAddress);

/** The contact and channel that a message must suit, even if the chat does not exist yet. */
export interface Party {
  readonly channelType: ChannelType;
  readonly provider: string;
  readonly contact: ContactRecord;
}

export interface Recipient extends Party {
  readonly chatId: string;
  readonly channelId: string;
  readonly openUntil: Date | null;
}

/** Finds the chat and locks it. */
export async function findRecipient(
  transaction: Transaction,
  context: Context,
  address: RecipientAddress,
): Promise<Recipient> {
  const chatId = await findOrCreateChat(transaction, context, address);
  const [recipient] = isId(chatId) ? await transaction.sql(find.locking, [context.tenantId, chatId]) : [];
  if (recipient === undefined) throw notFound('chat');
  return recipient;
}

function findOrCreateChat(transaction: Transaction, context: Context, address: RecipientAddress) {
  if (address.chatId !== undefined) return address.chatId;
  if (address.address !== undefined) return reachAddress(transaction, context, address);
  return ensureChat(transaction, context, address);
}

/** Like `findRecipient`, for a check: it locks and writes nothing. Adds an error when a chat cannot be created. */
export async function lookUpParty(
  transaction: Transaction,
  context: Context,
  { address, errors }: { address: RecipientAddress; errors: ValidationErrors },
): Promise<Addressee | undefined> {
  const { sql } = transaction;
  const { tenantId } = context;
  if (address.address !== undefined) return lookUpAddressee(transaction, context, { ...address, errors });
  const { chatId, contactId, channelId } = address;
  if (chatId !== undefined) {
    const [recipient] = isId(chatId) ? await sql(find.reading, [tenantId, chatId]) : [];
    return recipient;
  }
  errors.addAll(await collectInvalidParams(() => requireChatOrHandle(transaction, context, address)));
  const areIds = isId(contactId) && isId(channelId);
  const [party] = areIds ? await sql(findParty, [tenantId, contactId, channelId]) : [];
  return party;
}

const findParty = statement<Party>(
  'find-party-of-message',
  `select channel.type as "channelType", channel.provider, ${contactJson('contact')} as contact
   from channels channel join contacts contact on contact.tenant_id = channel.tenant_id
   where channel.tenant_id = $1::uuid and channel.id = $3::uuid and contact.id = $2::uuid
     and ${isNotErased('contact.id')}`,
);

const recipientOfChat = `select chat.id as "chatId", chat.channel_id as "channelId", channel.type as "channelType",
     channel.provider, chat.open_until as "openUntil", ${contactJson('contact')} as contact
   from chats chat
   join channels channel on channel.tenant_id = chat.tenant_id and channel.id = chat.channel_id
   join contacts contact on contact.tenant_id = chat.tenant_id and contact.id = chat.contact_id
   where chat.tenant_id = $1::uuid and chat.id = $2::uuid and ${isNotErased('chat.id')}`;

const find: TwoForms<Recipient> = {
  locking: statement('find-recipient', `${recipientOfChat} for no key update of chat`),
  reading: statement('find-recipient-to-read', recipientOfChat),
};
