import { type ChannelType, type HandleType, statement } from '@parley/database';
import { recordChatUpdated } from '../chats/record-chat-updated.js';
import { type ContactRecord, contactJson } from '../contacts/contact-record.js';
import type { Context } from '../context.js';
import { invalidParam, notFound } from '../domain-error.js';
import { isId, newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';

/** A chat, or a contact on a channel: their chat there, which is made when there is none. */
export type RecipientAddress =
  | { readonly chatId: string; readonly contactId?: never; readonly channelId?: never }
  | { readonly chatId?: never; readonly contactId: string; readonly channelId: string };

export interface Recipient {
  readonly chatId: string;
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly openUntil: Date | null;
  readonly contact: ContactRecord;
}

/** Finds the chat and locks it. */
export async function findRecipient(
  transaction: Transaction,
  context: Context,
  address: RecipientAddress,
): Promise<Recipient> {
  const chatId = address.chatId ?? (await findChatOf(transaction, context, address));
  const [recipient] = isId(chatId) ? await transaction.sql(find, [context.tenantId, chatId]) : [];
  if (recipient === undefined) throw notFound('chat');
  return recipient;
}

async function findChatOf(
  transaction: Transaction,
  context: Context,
  { contactId, channelId }: { contactId: string; channelId: string },
): Promise<string> {
  if (!isId(channelId)) throw notFound('channel');
  if (!isId(contactId)) throw notFound('contact');
  const { sql } = transaction;
  const [place] = await sql(findPlace, [context.tenantId, contactId, channelId]);
  if (!place?.channelType) throw notFound('channel');
  if (!place.isContactFound) throw notFound('contact');
  if (place.chatId !== null) return place.chatId;
  if (place.handleId === null) {
    const kind = handleTypeOf[place.channelType];
    throw invalidParam('contactId', 'not_found', `The contact has no handle of the type "${kind}"`);
  }
  const values = [context.tenantId, context.now(), newId(), channelId, contactId, place.handleId];
  const [made] = await sql(makeChat, values);
  if (made === undefined) return findChatOf(transaction, context, { contactId, channelId });
  await recordChatUpdated(transaction, context, made.id);
  return made.id;
}

const handleTypeOf: Readonly<Record<ChannelType, HandleType>> = {
  whatsapp: 'phone_number',
  sms: 'phone_number',
  email: 'email',
  instagram: 'instagram',
};

const handleTypeSql = `case channel.type ${Object.entries(handleTypeOf)
  .map(([channel, handle]) => `when '${channel}' then '${handle}'`)
  .join(' ')} end`;

interface Place {
  readonly channelType: ChannelType | null;
  readonly isContactFound: boolean;
  readonly chatId: string | null;
  readonly handleId: string | null;
}

/** The chat that was used last; without one, the contact's first choice among the handles that fit the channel. */
const findPlace = statement<Place>(
  'find-place-of-contact',
  `select channel.type as "channelType", contact.id is not null as "isContactFound",
     (select chat.id from chats chat
      where chat.tenant_id = $1::uuid and chat.contact_id = contact.id and chat.channel_id = channel.id
      order by chat.updated_at desc, chat.id limit 1) as "chatId",
     (select handle.id from handles handle
      where handle.tenant_id = $1::uuid and handle.contact_id = contact.id and handle.type::text = ${handleTypeSql}
      order by handle.is_primary desc, handle.created_at, handle.id limit 1) as "handleId"
   from (values (1)) one
   left join channels channel on channel.tenant_id = $1::uuid and channel.id = $3::uuid
   left join contacts contact on contact.tenant_id = $1::uuid and contact.id = $2::uuid`,
);

const makeChat = statement<{ id: string }>(
  'make-chat-of-contact',
  `insert into chats (tenant_id, created_at, updated_at, id, channel_id, contact_id, handle_id)
   values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::uuid, $6::uuid)
   on conflict (tenant_id, channel_id, handle_id) do nothing
   returning id`,
);

const find = statement<Recipient>(
  'find-recipient',
  `select chat.id as "chatId", chat.channel_id as "channelId", channel.type as "channelType",
     chat.open_until as "openUntil", ${contactJson('contact')} as contact
   from chats chat
   join channels channel on channel.tenant_id = chat.tenant_id and channel.id = chat.channel_id
   join contacts contact on contact.tenant_id = chat.tenant_id and contact.id = chat.contact_id
   where chat.tenant_id = $1::uuid and chat.id = $2::uuid
   for no key update of chat`,
);
