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

/**
 * Postpones a message of a campaign to the end of the quiet hours of its channel. Returns false, and changes nothing, outside
 * of them. The message gives up its slot in the rate limit, so that the messages of a night are not sent all at once, and the
 * messages behind it in the chat do not wait for it.
 */
export function holdInQuietHours(
  transaction: Transaction,
  context: Context,
  { messageId, hold }: { messageId: string; hold: MessageHold | null },
): boolean {
  const now = context.now();
  const until = hold ? findQuietEndFor(hold.contact, hold.quietHours, now) : undefined;
  if (until === undefined) return false;
  transaction.send(holdBack, [context.tenantId, now, messageId, until]);
  scheduleSending(transaction, context, { messageId, at: until });
  wakeNextMessages(transaction, context, [messageId]);
  return true;
}

/** What can hold back `message`, on `channel` and to `contact`; null for one that no campaign sends, or that answers a reply. */
export const messageHoldSql = `case when message.campaign_send_id is not null and not message.follows_reply
    and channel.quiet_hours is not null then ${jsonObject<MessageHold>({
      quietHours: 'channel.quiet_hours',
      contact: jsonObject<LocatedContact>({
        timeZone: 'contact.time_zone',
        phoneNumber: 'contact.phone_number',
        workspaceZone: '(select time_zone from tenants where id = message.tenant_id)',
      }),
    })} end`;

/** An interrupted attempt keeps its lease, because it is still unknown whether the provider has the message. */
const holdBack = statement(
  'hold-message',
  `update messages set held_until = $4::timestamptz, turn_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
