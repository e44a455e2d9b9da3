import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { claimEarlyStatuses, lockVendorIds } from '../early-statuses.js';
import type { InteractiveRecord } from '../interactive/interactive.js';
import { moveMessage } from '../move-message.js';
import type { ReceivedMessage } from './received-message.js';

/** Returns the text that a provider shows beside choices. */
export type TextOfChoices = (interactive: InteractiveRecord) => string;

interface Echo {
  readonly chatId: string;
  readonly item: ReceivedMessage;
  /** Absent when the provider gets the choices within the text of the message. */
  readonly textOfChoices?: TextOfChoices | undefined;
}

/**
 * Finds the message that an echo reports. Some providers echo the messages that we send, possibly before they respond to
 * our request. If a message with the same content is being sent in this chat, it gets the status `sent` and the
 * provider's id. Returns whether there is such a message.
 */
export async function adoptEcho(
  transaction: Transaction,
  context: Context,
  { chatId, item, textOfChoices }: Echo,
): Promise<boolean> {
  const { tenantId, now } = context;
  const text = item.text?.trim() ?? null;
  const content = [text, item.attachments.length, textOfChoices !== undefined];
  const candidates = await transaction.sql(find, [tenantId, chatId, ...content]);
  const sending = candidates.find(
    ({ isSameText, interactive }) =>
      isSameText || (interactive !== null && textOfChoices?.(interactive).trim() === text),
  );
  if (sending === undefined) return false;
  const known = { messageId: sending.id, channelId: sending.channelId, vendorId: item.externalId };
  lockVendorIds(transaction, context, [known]);
  const [adopted] = await transaction.sql(adopt, [tenantId, now(), sending.id, item.externalId]);
  if (adopted === undefined) return false;
  await moveMessage(transaction, context, { messageId: sending.id, status: 'sent' });
  await claimEarlyStatuses(transaction, context, known);
  return true;
}

interface SendingMessage {
  readonly id: string;
  readonly channelId: string;
  readonly isSameText: boolean;
  readonly interactive: InteractiveRecord | null;
}

/**
 * A message is being sent from its first attempt until its outcome is written. The stored text of an interactive message
 * has numbered choices, and is not what a provider with buttons gets.
 */
const find = statement<SendingMessage>(
  'find-sending-message',
  `select id, channel_id as "channelId", interactive, trim(text) is not distinct from $3::text as "isSameText"
   from messages
   where tenant_id = $1::uuid and chat_id = $2::uuid and sender = 'outbound' and status = 'pending'
     and vendor_id is null and lease_token is not null
     and (trim(text) is not distinct from $3::text or $5::boolean and interactive is not null)
     and jsonb_array_length(attachments) = $4::int
   order by id limit 100 for no key update`,
);

const adopt = statement<{ id: string }>(
  'adopt-echo',
  `update messages message set vendor_id = $4::text, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and vendor_id is null and not exists (
     select from messages other
     where other.tenant_id = message.tenant_id and other.channel_id = message.channel_id and other.vendor_id = $4::text)
   returning id`,
);
