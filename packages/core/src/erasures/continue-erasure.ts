import { runInTransaction, statement } from '@parley/database';
import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import { eraseEvents } from './steps/erase-events.js';
import { eraseIdempotencyResults } from './steps/erase-idempotency-results.js';
import type { EraseBatch } from './steps/person-to-erase.js';
import { removeFiles } from './steps/remove-files.js';
import { removeDeadJobs, removeWaitingJobs } from './steps/remove-jobs.js';
import { removeManyRecords } from './steps/remove-many-records.js';

/** Where an erasure continues. The default is its beginning. */
export interface ErasurePosition {
  /** The number of the step. */
  readonly step?: number | undefined;
  /** Where the next batch of the step begins. */
  readonly after?: string | undefined;
}

export interface ErasureOptions extends ErasurePosition {
  /** When this time has passed, another job continues. Default is any time. */
  readonly budgetMs?: number;
}

/** Jobs contain the position in this list, so a later release must not change the meaning of a number. */
const steps: readonly EraseBatch[] = [
  removeManyRecords,
  // From here on, no data that mentions the person can be added, because all records of the person are deleted.
  eraseEvents,
  eraseIdempotencyResults,
  removeWaitingJobs,
  removeDeadJobs,
  removeFiles,
];

/**
 * Erases the remaining data of a deleted contact, in short transactions. It may be killed at any time and may run twice
 * at once: every batch finds only the data that is left. If the time does not suffice, it enqueues a job that continues.
 */
export async function continueErasure(
  context: Context,
  contactId: string,
  { step = 0, after, budgetMs = Number.POSITIVE_INFINITY }: ErasureOptions = {},
): Promise<'completed' | 'enqueued' | 'nothing_to_erase'> {
  const { database, tenantId } = context;
  const [erasure] = await database.sql(findRunning, [tenantId, contactId]);
  if (erasure === undefined) return 'nothing_to_erase';
  const endsAtMs = performance.now() + budgetMs;
  const running = { context, contactId, requestedAt: erasure.requestedAt };
  const position = { step, after };
  for (let eraseBatch = steps[step]; eraseBatch; eraseBatch = steps[position.step]) {
    const next = await eraseBatch(running, position.after);
    if (next === null) position.step += 1;
    position.after = next ?? undefined;
    if (performance.now() < endsAtMs || position.step === steps.length) continue;
    await enqueueRest(running, position);
    return 'enqueued';
  }
  await complete(running);
  return 'completed';
}

interface RunningErasure {
  readonly context: Context;
  readonly contactId: string;
  /** Differs when the contact was imported again and erased again meanwhile, which begins a new erasure. */
  readonly requestedAt: string;
}

async function enqueueRest(
  { context: { database, tenantId, now }, contactId, requestedAt }: RunningErasure,
  position: ErasurePosition,
): Promise<void> {
  await runInTransaction(database, async (transaction) => {
    const [locked] = await transaction.sql(lockRunning, [tenantId, contactId, requestedAt]);
    if (locked === undefined) return;
    addJob(transaction, {
      task: 'erase-contact',
      payload: { tenantId, contactId, ...position },
      runAt: now(),
      key: `erase-contact:${tenantId}:${contactId}`,
    });
  });
}

async function complete({ context, contactId, requestedAt }: RunningErasure): Promise<void> {
  const { database, tenantId, now } = context;
  await runInTransaction(database, async ({ sql }) => {
    const [locked] = await sql(lockRunning, [tenantId, contactId, requestedAt]);
    if (locked === undefined) return;
    await sql(forgetRecords, [tenantId, contactId]);
    await sql(markCompleted, [tenantId, contactId, now()]);
  });
}

const findRunning = statement<{ requestedAt: string }>(
  'find-running-erasure',
  `select requested_at::text as "requestedAt" from erasures
   where tenant_id = $1::uuid and contact_id = $2::uuid and state = 'running'`,
);

const lockRunning = statement<{ id: string }>(
  'lock-running-erasure',
  `select contact_id as id from erasures
   where tenant_id = $1::uuid and contact_id = $2::uuid and state = 'running' and requested_at = $3::text::timestamptz
   for no key update`,
);

const forgetRecords = statement(
  'forget-erased-records',
  `delete from erased_records where tenant_id = $1::uuid and contact_id = $2::uuid`,
);

const markCompleted = statement(
  'complete-erasure',
  `update erasures set state = 'completed', completed_at = $3::timestamptz
   where tenant_id = $1::uuid and contact_id = $2::uuid`,
);
