import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { type LeasedRun, LeaseLostError, leaseEnd } from './run.js';

/**
 * Verifies that this worker holds the lease of the run, and locks the row until the transaction ends, so that no other worker
 * can lease or cancel the run in between. With a position, the run must not have moved on: if a commit was not answered, its
 * step is not performed again. Returns the question that is open, if there is one.
 *
 * The row is not updated: a transaction that updates a row twice writes its indexes twice, and checks its references again.
 */
export async function verifyLease(
  { sql }: Transaction,
  { tenantId }: Context,
  { id, leaseToken }: LeasedRun,
  position?: number,
): Promise<OpenQuestion | undefined> {
  const [held] = await sql(hold, [tenantId, id, leaseToken, position]);
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
  `select reply_deadline as "replyDeadline", reply_message_id as "replyMessageId" from automation_runs
   where tenant_id = $1::uuid and id = $2::uuid and lease_token = $3::uuid and status = 'running'
     and ($4::int is null or position = $4::int)
   for no key update`,
);

/** Renews a lease that was verified. Other steps renew it when they move the run. */
export function renewLease({ send }: Transaction, { tenantId, now }: Context, { id }: LeasedRun): void {
  send(renew, [tenantId, now(), id, leaseEnd(now())]);
}

const renew = statement(
  'renew-lease-of-automation-run',
  `update automation_runs set lease_expires_at = $4::timestamptz, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
