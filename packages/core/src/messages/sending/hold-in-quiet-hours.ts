import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { jsonObject } from '../../sql/json.js';
import type { Transaction } from '../../sql/transact.js';
import { findQuietEndFor, type QuietHours } from '../../time-zones/quiet-hours.js';
import type { LocatedContact } from '../../time-zones/zone-of-contact.js';
import { scheduleSending, wakeNextMessages } from '../schedule-sending.js';

/** What can hold back a message of a campaign. */
export interface MessageHold {
  readonly quietHours: QuietHours;
  readonly contact: LocatedContact;
}

interface HeldMessage {
  readonly messageId: string;
  readonly hold: MessageHold | null;
  readonly behindUntil: Date | null;
}

/**
 * Postpones a message of a campaign to the end of the quiet hours of its channel, or to that of an earlier message that they hold
 * back: the hours may have been changed since, and the messages of a campaign keep their order. Returns false, and changes
 * nothing, if there is neither. The message gives up its slot in the rate limit, so that the messages of a night are not sent
 * all at once, and messages of no campaign that are behind it in the chat do not wait for it.
 */
export function holdInQuietHours(
  transaction: Transaction,
  context: Context,
  { messageId, hold, behindUntil }: HeldMessage,
): boolean {
  const now = context.now();
  const end = hold ? findQuietEndFor(hold.contact, hold.quietHours, now) : undefined;
  const until = end && behindUntil && behindUntil > end ? behindUntil : (end ?? behindUntil);
  if (until === null) return false;
  transaction.send(holdBack, [context.tenantId, now, messageId, until]);
  scheduleSending(transaction, context, { messageId, at: until });
  wakeNextMessages(transaction, context, [messageId]);
  return true;
}

/** Whether quiet hours can hold back `message`: a campaign sends it, and it does not follow a reply of the contact. */
export const mayBeHeldSql = 'message.campaign_send_id is not null and not message.follows_reply';

const holdJson = jsonObject<MessageHold>({
  quietHours: 'channel.quiet_hours',
  contact: jsonObject<LocatedContact>({
    timeZone: 'contact.time_zone',
    phoneNumber: 'contact.phone_number',
    workspaceZone: '(select time_zone from tenants where id = message.tenant_id)',
  }),
});

/** What can hold back `message`, on `channel` and to `contact`; null if nothing can. */
export const messageHoldSql = `case when ${mayBeHeldSql} and channel.quiet_hours is not null then ${holdJson} end`;

/** An interrupted attempt keeps its lease, because it is still unknown whether the provider has the message. */
const holdBack = statement(
  'hold-message',
  `update messages set held_until = $4::timestamptz, turn_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
