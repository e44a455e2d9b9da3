import type { Context } from '../../context.js';
import { addJob } from '../../jobs/add-job.js';
import type { Transaction } from '../../sql/transact.js';

/**
 * Schedules the job that makes a scheduled message pending. It is a task of its own: a worker of the previous release would
 * run the job that sends a message, find that the message is not pending, and drop it.
 */
export function enqueueStart(
  transaction: Transaction,
  { tenantId }: Context,
  { messageId, at }: { messageId: string; at: Date },
): void {
  const key = `start-scheduled-message:${tenantId}:${messageId}`;
  const payload = { tenantId, messageId };
  addJob(transaction, { task: 'start-scheduled-message', payload, runAt: at, key });
}
