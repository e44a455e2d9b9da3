import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import type { Transaction } from '../sql/transact.js';

/** Schedules the job that continues the run, and replaces an earlier job. */
export function scheduleRun(
  transaction: Transaction,
  { tenantId, isBulk }: Context,
  { runId, at }: { runId: string; at: Date },
): void {
  const key = `run-automation:${tenantId}:${runId}`;
  const payload = { tenantId, runId };
  addJob(transaction, { task: 'run-automation', payload, runAt: at, key, isBulk });
}
