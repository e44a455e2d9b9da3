import { statement } from '@parley/database';
import { openChannel, type SealedChannel } from '../../channels/find-channel.js';
import type { Context } from '../../context.js';
import { togetherOrAlone } from '../../sql/together-or-alone.js';
import type { Transaction } from '../../sql/transact.js';
import { moveMessage } from '../move-message.js';
import { scheduleSending, scheduleSendingUnlessSooner } from '../schedule-sending.js';
import { withdrawMessage } from '../withdraw-message.js';
import { type FoundMessage, findMessagesToSend, type MessageToSend } from './find-messages-to-send.js';
import type { Attempt } from './finish-sending.js';
import { holdInQuietHours } from './hold-in-quiet-hours.js';

/** The rules for all messages that are claimed together. */
export interface SendingRules {
  readonly leaseMs: number;
  /** The number of interrupted attempts after which a message fails. */
  readonly maxAttempts: number;
  /** Whether the message may be sent again when it is unknown whether the provider has it. */
  readonly isRepeatable: (channel: SealedChannel) => boolean;
  /** Returns the time at which the channel's rate limit allows the message, which is not before the end of a pause. */
  readonly reserveSlot: (
    transaction: Transaction,
    channel: SealedChannel,
    pausedUntil: Date | null,
  ) => Promise<Date>;
}

/** The maximum time that a message waits for the previous message of its chat, in case nothing wakes it. */
const waitBehindMs = 30_000;

/**
 * Leases messages of a tenant, each for one attempt to send it, in one transaction for all that can be claimed together. The
 * result of a message is null when there is nothing to do now: it is sent, another worker or another attempt of the list has
 * leased it, or it must wait and a job is scheduled for it.
 */
export function claimMessages(
  context: Context,
  attempts: readonly Attempt[],
  rules: SendingRules,
): Promise<(MessageToSend | null | Promise<MessageToSend | null>)[]> {
  return togetherOrAlone(context, attempts, async (transaction, claimed) => {
    const ids = claimed.map(({ messageId }) => messageId);
    const found = await findMessagesToSend(transaction, context, ids);
    const leased: Attempt[] = [];
    const results: (MessageToSend | null)[] = [];
    for (const attempt of claimed) {
      const message = found.get(attempt.messageId);
      found.delete(attempt.messageId);
      const toSend = message ? await examine(transaction, context, { message, rules }) : null;
      if (toSend !== null) leased.push(attempt);
      results.push(toSend);
    }
    leaseAll(transaction, context, { attempts: leased, rules });
    return results;
  });
}

/** Returns the message if it is due, and does what is due instead if it is not. */
async function examine(
  transaction: Transaction,
  context: Context,
  { message, rules }: { message: FoundMessage; rules: SendingRules },
): Promise<MessageToSend | null> {
  if (message.status !== 'pending') return null;
  const now = context.now();
  const { id: messageId, channel, attemptCount } = message.toSend;
  if (message.isBehind) {
    const at = new Date(now.getTime() + waitBehindMs);
    scheduleSendingUnlessSooner(transaction, context, { messageId, at });
    return null;
  }
  if (message.leaseExpiresAt !== null && message.leaseExpiresAt > now) {
    scheduleSending(transaction, context, { messageId, at: message.leaseExpiresAt });
    return null;
  }
  // This lease was not released: the attempt was interrupted, and the provider may have the message.
  const mayRepeat = rules.isRepeatable(channel) && attemptCount < rules.maxAttempts;
  const because = message.withdrawal;
  if (message.isLeased && (because !== null || !mayRepeat)) {
    await failUnknownDelivery(transaction, context, messageId);
    return null;
  }
  if (because !== null) {
    await withdrawMessage(transaction, context, { messageId, because });
    return null;
  }
  const { hold, behindUntil } = message;
  if (holdInQuietHours(transaction, context, { messageId, hold, behindUntil })) return null;
  const slotAt = message.slotAt ?? (await rules.reserveSlot(transaction, channel, message.pausedUntil));
  if (slotAt > now) {
    transaction.send(waitForSlot, [context.tenantId, now, messageId, slotAt]);
    scheduleSending(transaction, context, { messageId, at: slotAt });
    return null;
  }
  const opened = await openChannel({ database: context.database, sql: transaction.sql }, channel);
  return { ...message.toSend, channel: opened, attemptCount: attemptCount + 1 };
}

function leaseAll(
  { send }: Transaction,
  { tenantId, now }: Context,
  { attempts, rules }: { attempts: readonly Attempt[]; rules: SendingRules },
): void {
  if (attempts.length === 0) return;
  const ids = attempts.map(({ messageId }) => messageId);
  const tokens = attempts.map(({ leaseToken }) => leaseToken);
  const expiresAt = new Date(now().getTime() + rules.leaseMs);
  send(lease, [tenantId, now(), ids, tokens, expiresAt]);
}

async function failUnknownDelivery(
  transaction: Transaction,
  context: Context,
  messageId: string,
): Promise<void> {
  transaction.send(endLease, [context.tenantId, context.now(), messageId]);
  const message = 'It is unknown whether the provider has the message; it was not sent again.';
  await moveMessage(transaction, context, {
    messageId,
    status: 'failed',
    errors: [{ code: 'delivery_unknown', message }],
  });
}

const waitForSlot = statement(
  'set-slot-of-message',
  `update messages set turn_at = $4::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);

const lease = statement(
  'lease-messages',
  `update messages set attempt_count = attempt_count + 1, turn_at = null, held_until = null, updated_at = $2::timestamptz,
     attempted_at = $2::timestamptz, lease_token = ($4::uuid[])[array_position($3::uuid[], id)],
     lease_expires_at = $5::timestamptz
   where tenant_id = $1::uuid and id = any ($3::uuid[])`,
);

const endLease = statement(
  'end-lost-lease',
  `update messages set lease_token = null, lease_expires_at = null, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
