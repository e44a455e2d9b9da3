import { type ChannelType, statement } from '@parley/database';
import { ensureChat, requireChatOrHandle } from '../../chats/ensure-chat.js';
import { type ContactRecord, contactJson } from '../../contacts/contact-record.js';
import type { Context } from '../../context.js';
import { collectInvalidParams, notFound } from '../../domain-error.js';
import { isId } from '../../ids.js';
import { isNotErased } from '../../resources/is-not-erased.js';
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

export interface Recipient extends Omit<Party, 'contact'> {
  readonly chatId: string;
  readonly channelId: string;
  readonly contactId: string;
  readonly openUntil: Date | null;
}

/** Finds the chat and locks it. */
export async function findRecipient(
  transaction: Transaction,
  context: Context,
  address: RecipientAddress,
): Promise<Recipient> {
  const chatId = await findOrCreateChat(transaction, context, address);
  const recipients = await findRecipients(transaction, context, [chatId]);
  const recipient = recipients.get(chatId.toLowerCase());
  if (recipient === undefined) throw notFound('chat');
  return recipient;
}

/** Locks these chats, in the given order, and returns those that exist by their ids. */
export async function findRecipients(
  { sql }: Transaction,
  { tenantId }: Context,
  chatIds: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  const ids = chatIds.filter(isId);
  const found = ids.length > 0 ? await sql(findAll, [tenantId, ids]) : [];
  return new Map(found.map((recipient) => [recipient.chatId, recipient]));
}

function findOrCreateChat(transaction: Transaction, context: Context, address: RecipientAddress) {
  if (address.chatId !== undefined) return address.chatId;
  if (address.address !== undefined) return reachAddress(transaction, context, address);
  return ensureChat(transaction, context, address);
}

/** Finds the contact whose fields fill a template. */
export async function findContactOf(
  { sql }: Transaction,
  { tenantId }: Context,
  { contactId }: Recipient,
): Promise<ContactRecord> {
  const [found] = await sql(findContact, [tenantId, contactId]);
  if (found === undefined) throw notFound('contact');
  return found.contact;
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
    const [recipient] = isId(chatId) ? await sql(findToRead, [tenantId, chatId]) : [];
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

const findAll = statement<Recipient>(
  'find-recipients',
  `select found.* from unnest($2::uuid[]) as listed(id) cross join lateral (
     select chat.id as "chatId", chat.channel_id as "channelId", chat.contact_id as "contactId",
       channel.type as "channelType", channel.provider, chat.open_until as "openUntil"
     from chats chat
     join channels channel on channel.tenant_id = chat.tenant_id and channel.id = chat.channel_id
     where chat.tenant_id = $1::uuid and chat.id = listed.id and ${isNotErased('chat.id')}
     limit 1 for no key update of chat
   ) found`,
);

const findToRead = statement<Party>(
  'find-recipient-to-read',
  `select channel.type as "channelType", channel.provider, ${contactJson('contact')} as contact
   from chats chat
   join channels channel on channel.tenant_id = chat.tenant_id and channel.id = chat.channel_id
   join contacts contact on contact.tenant_id = chat.tenant_id and contact.id = chat.contact_id
   where chat.tenant_id = $1::uuid and chat.id = $2::uuid and ${isNotErased('chat.id')}`,
);

const findContact = statement<Pick<Party, 'contact'>>(
  'find-contact-of-recipient',
  `select ${contactJson('contact')} as contact from contacts contact
   where contact.tenant_id = $1::uuid and contact.id = $2::uuid`,
);
