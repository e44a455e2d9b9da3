import { statement } from '@parley/database';
import { readSubscription } from '../../channels/subscription-words.js';
import { recordContactUpdated } from '../../contacts/record-contacts-updated.js';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import type { ClaimedChat } from './claim-chat.js';
import type { ReceivedMessage } from './received-message.js';
import { recordOptOut } from './record-campaign-result.js';

/**
 * Unsubscribes or subscribes a contact who writes a stop word or a start word of the channel. Returns whether the message is
 * such a word. A contact who unsubscribes has opted out after the latest campaign of the chat.
 */
export async function keepSubscription(
  transaction: Transaction,
  context: Context,
  { messageId, chat, item: { text, timestamp } }: StoredReception,
): Promise<boolean> {
  const isSubscribed = readSubscription(readWriting(text ?? '', chat.channelType), chat);
  if (isSubscribed === undefined) return false;
  const key = [context.tenantId, context.now(), chat.contactId];
  const [changed] = await transaction.sql(subscribe, [...key, isSubscribed, chat.chatId, timestamp]);
  if (changed === undefined) return true;
  await recordContactUpdated(transaction, context, changed.id);
  if (!isSubscribed) recordOptOut(transaction, context, { messageId, chatId: chat.chatId });
  return true;
}

interface StoredReception {
  readonly messageId: string;
  readonly chat: ClaimedChat;
  readonly item: ReceivedMessage;
}

/** The first line of a mail is what the contact wrote; below it most programs repeat the mail that is replied to. */
function readWriting(text: string, channelType: ClaimedChat['channelType']): string {
  return channelType === 'email' ? (text.trim().split('\n', 1)[0] ?? '') : text;
}

/** A start word that arrives late does not override a later message, which may be a stop word. */
const subscribe = statement<{ id: string }>(
  'keep-subscription-of-contact',
  `update contacts set is_subscribed = $4::boolean, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and is_subscribed <> $4::boolean
     and not ($4::boolean and exists (
       select from messages later
       where later.tenant_id = $1::uuid and later.chat_id = $5::uuid and later.timestamp > $6::timestamptz
         and later.sender = 'inbound'
     ))
   returning id`,
);
