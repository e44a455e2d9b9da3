import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import { jsonObject } from '../../sql/json.js';
import type { Transaction } from '../../sql/transact.js';
import { type MessageKeys, recordMessageEvents } from '../message-event.js';
import type { StoredReactions } from '../reaction-record.js';

/** A message whose row is locked, so that its reactions change one after the other. */
export interface LockedReactions {
  readonly id: string;
  readonly vendorId: string | null;
  readonly provider: string;
  readonly openUntil: Date | null;
  readonly reactions: StoredReactions;
  readonly keys: MessageKeys;
}

export async function lockReactions(
  { sql }: Transaction,
  { tenantId }: Context,
  messageId: string,
): Promise<LockedReactions | undefined> {
  const [found] = await sql(lockById, [tenantId, messageId]);
  return found;
}

export async function lockReactionsByVendorId(
  { sql }: Transaction,
  { tenantId }: Context,
  { channelId, vendorId }: { channelId: string; vendorId: string },
): Promise<LockedReactions | undefined> {
  const [found] = await sql(lockByVendorId, [tenantId, channelId, vendorId]);
  return found;
}

/** Stores the reactions of a locked message. */
export function storeReactions(
  { send }: Transaction,
  { tenantId, now }: Context,
  { id, reactions }: { readonly id: string; readonly reactions: StoredReactions },
): void {
  send(store, [tenantId, now(), id, JSON.stringify(reactions)]);
}

/** Records that the reactions that a message shows have changed. v2 has no reactions, and so no event. */
export function recordReactionEvent(
  transaction: Transaction,
  context: Context,
  { id: messageId, keys }: LockedReactions,
): void {
  recordMessageEvents(transaction, context, [{ messageId, keys, type: 'message.updated', legacyKind: null }]);
}

const locked = `select message.id, message.vendor_id as "vendorId", channel.provider, chat.open_until as "openUntil",
    coalesce(message.reactions, '{}') as reactions,
    ${jsonObject<MessageKeys>({
      chatId: 'chat.id',
      channelId: 'channel.id',
      channelType: 'channel.type',
      contactId: 'chat.contact_id',
      handleId: 'chat.handle_id',
    })} as keys
  from messages message
  join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
  join channels channel on channel.tenant_id = message.tenant_id and channel.id = message.channel_id
  where message.tenant_id = $1::uuid and ${isNotErased('message.chat_id')}`;

const lockById = statement<LockedReactions>(
  'lock-reactions',
  `${locked} and message.id = $2::uuid for no key update of message`,
);

const lockByVendorId = statement<LockedReactions>(
  'lock-reactions-by-vendor-id',
  `${locked} and message.channel_id = $2::uuid and message.vendor_id = $3::text for no key update of message`,
);

const store = statement(
  'store-reactions',
  `update messages set reactions = $4::jsonb, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
