import { type ChannelType, type HandleType, statement } from '@parley/database';
import type { Context } from '../context.js';
import { collectInvalidParams, type InvalidParams, invalidParam, notFound } from '../domain-error.js';
import { isId, newId } from '../ids.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { formFor, lockingStatement, readingOnly } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';
import type { ValidPart } from '../valid-part.js';
import { recordChatsWritten } from './record-chat-updated.js';

export interface ChatParties {
  readonly contactId: string;
  readonly channelId: string;
}

/** Returns the id of the chat with a contact on a channel, and creates the chat when there is none. */
export async function ensureChat(
  transaction: Transaction,
  context: Context,
  { contactId, channelId }: ChatParties,
): Promise<string> {
  const { sql } = transaction;
  const found = await requireChatOrHandle(transaction, context, { contactId, channelId });
  if (found.chatId !== null) return found.chatId;
  const values = [context.tenantId, context.now(), newId(), channelId, contactId, found.handleId];
  const [inserted] = await sql(insertChat, values);
  if (inserted === undefined) return ensureChat(transaction, context, { contactId, channelId });
  recordChatsWritten(transaction, context, [{ chatId: inserted.id, isNew: true }]);
  return inserted.id;
}

/** Returns the validation errors of the parties of a chat without creating it. */
export async function findChatErrors(
  context: Context,
  { contactId, channelId }: ValidPart<ChatParties>,
): Promise<InvalidParams> {
  if (contactId === undefined || channelId === undefined) return {};
  return collectInvalidParams(() =>
    requireChatOrHandle(readingOnly(context), context, { contactId, channelId }),
  );
}

/** Returns the chat, or the handle with which it can be created. */
export async function requireChatOrHandle(
  transaction: Transaction,
  { tenantId }: Context,
  { contactId, channelId }: ChatParties,
): Promise<ChatOrHandle> {
  if (!isId(channelId)) throw notFound('channel');
  if (!isId(contactId)) throw notFound('contact');
  const find = () =>
    transaction.sql(formFor(transaction, findChatOrHandle), [tenantId, contactId, channelId]);
  let [found] = await find();
  // A handle that was being replaced is gone now; a second query sees its successor.
  if (found?.chatId === null && found.handleId === null) [found] = await find();
  if (!found?.channelType) throw notFound('channel');
  if (!found.isContactFound) throw notFound('contact');
  if (found.chatId === null && found.handleId === null) {
    const kind = handleTypeOf[found.channelType];
    throw invalidParam('contactId', 'not_found', `The contact has no handle of the type "${kind}"`);
  }
  return found;
}

export const handleTypeOf: Readonly<Record<ChannelType, HandleType>> = {
  whatsapp: 'phone_number',
  sms: 'phone_number',
  email: 'email',
  instagram: 'instagram',
};

const handleTypeSql = `case channel.type ${Object.entries(handleTypeOf)
  .map(([channel, handle]) => `when '${channel}' then '${handle}'`)
  .join(' ')} end`;

interface ChatOrHandle {
  readonly channelType: ChannelType | null;
  readonly isContactFound: boolean;
  readonly chatId: string | null;
  readonly handleId: string | null;
}

/**
 * Finds the chat that was used last; without one, the contact's preferred handle for the channel. The locks prevent the
 * rows from being deleted before the chat is created.
 */
const findChatOrHandle = lockingStatement<ChatOrHandle>(
  'find-chat-or-handle-of-contact',
  (keyShare) => `with channel as (
     select id, type from channels where tenant_id = $1::uuid and id = $3::uuid ${keyShare}
   ), contact as (
     select id from contacts where tenant_id = $1::uuid and id = $2::uuid and ${isNotErased('contacts.id')} ${keyShare}
   ), chat as (
     select chat.id from chats chat, contact, channel
     where chat.tenant_id = $1::uuid and chat.contact_id = contact.id and chat.channel_id = channel.id
     order by chat.updated_at desc, chat.id limit 1
   ), handle as (
     select handle.id from handles handle, contact, channel
     where handle.tenant_id = $1::uuid and handle.contact_id = contact.id and handle.type::text = ${handleTypeSql}
       and not exists (select from chat)
     order by handle.is_primary desc, handle.created_at, handle.id limit 1 ${keyShare && `${keyShare} of handle`}
   )
   select (select type from channel) as "channelType", exists (select from contact) as "isContactFound",
     (select id from chat) as "chatId", (select id from handle) as "handleId"`,
);

const insertChat = statement<{ id: string }>(
  'insert-chat-of-contact',
  `insert into chats (tenant_id, created_at, updated_at, id, channel_id, contact_id, handle_id)
   values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::uuid, $6::uuid)
   on conflict (tenant_id, channel_id, handle_id) do nothing
   returning id`,
);
