import type { Context } from '../../context.js';
import { addJob } from '../../jobs/add-job.js';
import type { Transaction } from '../../sql/transact.js';

/** Schedules the job that fetches the media of a message from its provider, and replaces an earlier job. */
export function scheduleMediaFetch(
  transaction: Transaction,
  { tenantId }: Context,
  { messageId, at }: { messageId: string; at: Date },
): void {
  const key = `fetch-media:${tenantId}:${messageId}`;
  addJob(transaction, { task: 'fetch-media', payload: { tenantId, messageId }, runAt: at, key });
}
