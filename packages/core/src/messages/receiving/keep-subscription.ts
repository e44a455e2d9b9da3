import { statement } from '@parley/database';
import { readSubscription } from '../../channels/subscription-words.js';
import { recordContactUpdated } from '../../contacts/record-contacts-updated.js';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import type { ClaimedChat } from './claim-chat.js';

/** Unsubscribes or subscribes a contact who writes a stop word or a start word of the channel. */
export async function keepSubscription(
  transaction: Transaction,
  context: Context,
  { chat, text }: { readonly chat: ClaimedChat; readonly text: string | null },
): Promise<void> {
  const isSubscribed = text === null ? undefined : readSubscription(text, chat);
  if (isSubscribed === undefined) return;
  const key = [context.tenantId, context.now(), chat.contactId];
  const [changed] = await transaction.sql(subscribe, [...key, isSubscribed]);
  if (changed !== undefined) await recordContactUpdated(transaction, context, changed.id);
}

const subscribe = statement<{ id: string }>(
  'keep-subscription-of-contact',
  `update contacts set is_subscribed = $4::boolean, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and is_subscribed <> $4::boolean
   returning id`,
);
