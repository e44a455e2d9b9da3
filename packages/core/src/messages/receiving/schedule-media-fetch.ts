import type { Context } from '../../context.js';
import { addJob } from '../../jobs/add-job.js';
import type { Transaction } from '../../sql/transact.js';

/** Lets a worker fetch, at that moment, what a message has at its provider; an earlier wish is replaced. */
export function scheduleMediaFetch(
  transaction: Transaction,
  { tenantId }: Context,
  { messageId, at }: { messageId: string; at: Date },
): Promise<void> {
  const key = `fetch-media:${tenantId}:${messageId}`;
  return addJob(transaction, { task: 'fetch-media', payload: { tenantId, messageId }, runAt: at, key });
}
