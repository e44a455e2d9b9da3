import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import type { Transaction } from '../../sql/transact.js';
import type { ValidationErrors } from '../../validation-errors.js';
import type { RepliedMessageRecord } from '../message-details.js';

interface ReplyToCheck {
  readonly replyTo: { readonly messageId: string } | undefined;
  /** The chat of the reply; a contact and a channel when a check does not know the chat. */
  readonly place: Partial<Omit<RepliedRow, keyof RepliedMessageRecord>>;
  readonly errors: ValidationErrors;
}

/** Returns the message that is replied to. Adds an error when it does not exist, or belongs to another chat. */
export async function findRepliedMessage(
  { sql }: Transaction,
  { tenantId }: Context,
  { replyTo, place, errors }: ReplyToCheck,
): Promise<RepliedMessageRecord | null> {
  if (replyTo === undefined) return null;
  const { messageId } = replyTo;
  const [found] = isId(messageId) ? await sql(find, [tenantId, messageId]) : [];
  if (found === undefined) {
    errors.add('replyTo.messageId', 'not_found', 'Message not found');
    return null;
  }
  const isInPlace = keys.every((key) => place[key] === undefined || place[key]?.toLowerCase() === found[key]);
  if (!isInPlace) {
    errors.add('replyTo.messageId', 'not_found', 'The message belongs to another chat');
    return null;
  }
  return { id: found.id, text: found.text };
}

interface RepliedRow extends RepliedMessageRecord {
  readonly chatId: string;
  readonly contactId: string;
  readonly channelId: string;
}

const keys = ['chatId', 'contactId', 'channelId'] as const;

const find = statement<RepliedRow>(
  'find-replied-message',
  `select message.id, message.text, chat.id as "chatId", chat.contact_id as "contactId",
     chat.channel_id as "channelId"
   from messages message join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid and ${isNotErased('chat.id')}`,
);
