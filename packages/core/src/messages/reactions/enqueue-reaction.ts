import type { Context } from '../../context.js';
import { addJob } from '../../jobs/add-job.js';
import type { JobPayloads } from '../../jobs/job.js';
import type { Transaction } from '../../sql/transact.js';

interface ReactionJob extends Omit<JobPayloads['send-reaction'], 'tenantId'> {
  readonly at: Date;
}

/** Enqueues the job that sends the reaction of the workspace to a message, and replaces an earlier job. */
export function enqueueReaction(
  transaction: Transaction,
  { tenantId }: Context,
  { at, ...job }: ReactionJob,
): void {
  const key = `send-reaction:${tenantId}:${job.messageId}`;
  addJob(transaction, { task: 'send-reaction', payload: { tenantId, ...job }, runAt: at, key });
}
