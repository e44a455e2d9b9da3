import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { type LeasedRun, LeaseLostError, leaseMs } from './run.js';

/**
 * Verifies that this worker holds the lease of the run, renews it, and locks the row until the transaction ends, so
 * that no other worker can lease or cancel the run in between. Returns the question that is open, if there is one.
 */
export async function renewLease(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { id, leaseToken }: LeasedRun,
): Promise<OpenQuestion | undefined> {
  const at = now();
  const [held] = await sql(hold, [tenantId, at, id, leaseToken, new Date(at.getTime() + leaseMs)]);
  if (held === undefined) throw new LeaseLostError(id);
  const { replyDeadline, replyMessageId } = held;
  return replyDeadline === null ? undefined : { replyDeadline, replyMessageId };
}

/** A question that a run has asked. */
interface OpenQuestion {
  readonly replyDeadline: Date;
  /** Null until the contact has replied. */
  readonly replyMessageId: string | null;
}

const hold = statement<{ replyDeadline: Date | null; replyMessageId: string | null }>(
  'hold-automation-run',
  `update automation_runs set lease_expires_at = $5::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and lease_token = $4::uuid and status = 'running'
   returning reply_deadline as "replyDeadline", reply_message_id as "replyMessageId"`,
);
