import type { Context } from '../../context.js';
import { addJob } from '../../jobs/add-job.js';
import type { Transaction } from '../../sql/transact.js';

/** Lets a worker look at the run at that moment. The key makes several such wishes one: the last counts. */
export async function scheduleRun(
  transaction: Transaction,
  { tenantId }: Context,
  { runId, at }: { runId: string; at: Date },
): Promise<void> {
  const key = `run-automation:${tenantId}:${runId}`;
  await addJob(transaction, { task: 'run-automation', payload: { tenantId, runId }, runAt: at, key });
}
