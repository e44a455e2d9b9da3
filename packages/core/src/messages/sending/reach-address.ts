import { type ChannelType, type HandleType, statement } from '@parley/database';
import { handleTypeOf } from '../../chats/ensure-chat.js';
import { recordChatsWritten } from '../../chats/record-chat-updated.js';
import { type ContactRecord, contactJson } from '../../contacts/contact-record.js';
import { recordContactsWritten } from '../../contacts/record-contacts-updated.js';
import type { Context } from '../../context.js';
import { collectInvalidParams, invalidParam } from '../../domain-error.js';
import { isId, newId } from '../../ids.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import { formFor, lockingStatement } from '../../sql/reading.js';
import type { Transaction } from '../../sql/transact.js';
import { startTriggeredRuns } from '../../triggers/start-triggered-runs.js';
import type { ValidationErrors } from '../../validation-errors.js';
import { claimChat } from '../receiving/claim-chat.js';
import type { Address } from './read-named-address.js';

/** An address on a channel. */
export interface ChannelAddress {
  readonly channelId: string;
  readonly address: Address;
}

/**
 * Returns the id of the chat with an address on a channel. Creates the contact and the chat when they do not exist, with
 * their events. A new contact starts automations, as one that `POST /contacts` creates. Of two requests at once, one waits
 * for the other, as when two first messages of a sender arrive.
 */
export async function reachAddress(
  transaction: Transaction,
  context: Context,
  { channelId, address }: ChannelAddress,
): Promise<string> {
  await requireChannelFor(transaction, context, { channelId, address });
  const chat = await claimChat(transaction, context, { channelId, from: address });
  const { chatId, contactId } = chat;
  if (chat.isNewContact) recordContactsWritten(transaction, context, [{ contactId, isNew: true }]);
  if (chat.isNewChat) recordChatsWritten(transaction, context, [{ chatId, isNew: true }]);
  if (chat.isNewContact && chat.awaited.includes('contact_created')) {
    const chain = { chainId: newId(), isChainNew: true };
    const event = { type: 'contact_created', channelId, chatId, contactId, ...chain } as const;
    await startTriggeredRuns(transaction, context, event);
  }
  return chatId;
}

/** What a check knows of an address: its channel, and the contact if there is one. */
export interface Addressee extends FoundChannel {
  readonly contact?: ContactRecord;
}

/** Like `reachAddress`, for a check: it locks and writes nothing. Adds an error when the channel does not suit. */
export async function lookUpAddressee(
  transaction: Transaction,
  context: Context,
  { channelId, address, errors }: ChannelAddress & { readonly errors: ValidationErrors },
): Promise<Addressee | undefined> {
  let channel: FoundChannel | undefined;
  const problems = await collectInvalidParams(async () => {
    channel = await requireChannelFor(transaction, context, { channelId, address });
  });
  errors.addAll(problems);
  if (channel === undefined) return undefined;
  const values = [context.tenantId, address.handleType, address.value];
  const [found] = await transaction.sql(findContact, values);
  return { ...channel, ...found };
}

interface FoundChannel {
  readonly channelType: ChannelType;
  readonly provider: string;
}

async function requireChannelFor(
  transaction: Transaction,
  { tenantId }: Context,
  { channelId, address }: ChannelAddress,
): Promise<FoundChannel> {
  const [channel] = isId(channelId)
    ? await transaction.sql(formFor(transaction, findChannel), [tenantId, channelId])
    : [];
  if (channel === undefined) throw invalidParam('channelId', 'not_found', 'Channel not found');
  const needed = handleTypeOf[channel.channelType];
  if (needed !== address.handleType) {
    const message = `The channel is of the type "${channel.channelType}" and needs ${fieldOf[needed]}`;
    throw invalidParam(`to.${address.field}`, 'unrecognized_keys', message);
  }
  return channel;
}

const fieldOf: Readonly<Record<HandleType, Address['field']>> = {
  phone_number: 'phoneNumber',
  email: 'email',
  instagram: 'instagram',
};

/** The lock prevents the channel from being deleted before the chat is created. */
const findChannel = lockingStatement<FoundChannel>(
  'find-channel-of-address',
  (keyShare) =>
    `select type as "channelType", provider from channels where tenant_id = $1::uuid and id = $2::uuid ${keyShare}`,
);

const findContact = statement<{ contact: ContactRecord }>(
  'find-contact-of-address',
  `select ${contactJson('contact')} as contact
   from handles handle
   join contacts contact on contact.tenant_id = handle.tenant_id and contact.id = handle.contact_id
   where handle.tenant_id = $1::uuid and handle.type = $2::handle_type and handle.value = $3::text
     and ${isNotErased('contact.id')}`,
);
