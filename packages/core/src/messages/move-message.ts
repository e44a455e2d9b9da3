import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import type { MessageErrorRecord } from './message-event.js';
import { isForward, type LaterStatus, type MoveOutcome, moveSql, type ReportedStatus } from './move-sql.js';
import { wakeNextMessage } from './schedule-sending.js';

export interface MessageMove {
  readonly messageId: string;
  readonly status: LaterStatus;
  readonly errors?: readonly MessageErrorRecord[];
}

/**
 * Moves an outbound message forward, together with its campaign send, and records the event. Returns false, and changes
 * nothing, when the message already has this status or a later one.
 */
export async function moveMessage(
  transaction: Transaction,
  context: Context,
  { messageId, status, errors = [] }: MessageMove,
): Promise<boolean> {
  const { tenantId, now } = context;
  const values = [tenantId, now(), messageId, status, JSON.stringify(errors), newId()];
  const [moved] = await transaction.sql(move, values);
  if (moved === undefined) return false;
  if (moved.wasPending) wakeNextMessage(transaction, context, messageId);
  return true;
}

interface EndedAttempt extends MessageMove {
  readonly leaseToken: string;
  /** The id that the provider gave the message. */
  readonly vendorId: string | null;
}

/** Statuses that the provider reported before its id of the message was known. They are no longer stored. */
export interface EarlyStatus {
  readonly status: ReportedStatus;
  readonly errors: readonly MessageErrorRecord[];
}

/**
 * Ends the lease of a message and moves it, if it has not moved further meanwhile. Returns undefined, and changes nothing,
 * when the lease belongs to somebody else.
 */
export async function endAttempt(
  transaction: Transaction,
  context: Context,
  { messageId, status, errors = [], leaseToken, vendorId }: EndedAttempt,
): Promise<readonly EarlyStatus[] | undefined> {
  const { tenantId, now } = context;
  const values = [tenantId, now(), messageId, status, JSON.stringify(errors), newId(), leaseToken, vendorId];
  const [ended] = await transaction.sql(end, values);
  if (ended === undefined) return undefined;
  if (ended.wasPending) wakeNextMessage(transaction, context, messageId);
  return ended.early;
}

const move = statement<MoveOutcome>('move-message', moveSql({ condition: isForward }));

/** Another message may already have the provider's id, such as an echo that was not recognised; it keeps the id. */
const end = statement<MoveOutcome & { early: EarlyStatus[] }>(
  'end-attempt-to-send',
  moveSql({
    condition: 'message.lease_token = $7::uuid',
    changes: `lease_token = null, lease_expires_at = null,
      vendor_id = case when message.vendor_id is null and not exists (
          select from messages other where other.tenant_id = message.tenant_id
            and other.channel_id = message.channel_id and other.vendor_id = $8::text
        ) then $8::text else message.vendor_id end,`,
    steps: `early as (
       delete from early_statuses early using before
       where early.tenant_id = $1::uuid and early.channel_id = before.channel_id and early.vendor_id = $8::text
       returning early.status, early.errors
     ),`,
    output: `coalesce((select json_agg(json_build_object('status', status, 'errors', errors)) from early), '[]') as early,`,
  }),
);
