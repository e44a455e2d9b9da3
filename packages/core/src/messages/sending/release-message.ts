import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { transact } from '../../sql/transact.js';
import { scheduleSending } from '../schedule-sending.js';
import type { Attempt } from './finish-sending.js';

/** Releases the lease of a message as if it had not been claimed: nothing was sent, and no attempt is counted. */
export function releaseMessage(context: Context, attempt: Attempt, at: Date): Promise<boolean> {
  const { messageId, leaseToken } = attempt;
  return transact(context, async (transaction) => {
    const values = [context.tenantId, context.now(), messageId, leaseToken];
    const released = await transaction.sql(release, values);
    if (released.length === 0) return false;
    scheduleSending(transaction, context, { messageId, at });
    return true;
  });
}

const release = statement<{ id: string }>(
  'release-message',
  `update messages set attempt_count = attempt_count - 1, lease_token = null, lease_expires_at = null,
     updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and lease_token = $4::uuid
   returning id`,
);
