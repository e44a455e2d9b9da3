import { runInTransaction, statement } from '@parley/database';
import type { Context } from '../context.js';
import { addJob } from '../jobs/add-job.js';
import { eraseEvents } from './steps/erase-events.js';
import { eraseIdempotencyResults } from './steps/erase-idempotency-results.js';
import { type EraseBatch, PauseErasure } from './steps/person-to-erase.js';
import { removeFiles } from './steps/remove-files.js';
import { removeDeadJobs, removeWaitingJobs } from './steps/remove-jobs.js';
import { removeManyRecords } from './steps/remove-many-records.js';
import { removeObjects } from './steps/remove-objects.js';

/** Where an erasure continues. The default is its beginning. */
export interface ErasurePosition {
  /** Which erasure of the contact this is a position of. For any other, it continues at the beginning. */
  readonly requestedAt?: string | undefined;
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
  // The erasure is completed only when the bytes are removed; if that fails, the job is retried.
  removeObjects,
  // It has waited for the jobs that were running. Since their records were listed, such a job may have failed or died, and its
  // error may repeat data of the person.
  removeWaitingJobs,
  removeDeadJobs,
];

/**
 * Erases the remaining data of a deleted contact, in short transactions. It may be killed at any time and may run twice
 * at once: every batch finds only the data that is left. If the time does not suffice, it enqueues a job that continues.
 */
export async function continueErasure(
  context: Context,
  contactId: string,
  { budgetMs = Number.POSITIVE_INFINITY, ...last }: ErasureOptions = {},
): Promise<ErasureOutcome> {
  const { database, tenantId } = context;
  const [erasure] = await database.sql(findRunning, [tenantId, contactId]);
  if (erasure === undefined) return 'nothing_to_erase';
  const endsAtMs = performance.now() + budgetMs;
  const { requestedAt } = erasure;
  const running = { context, contactId, requestedAt };
  const { step = 0, after } = last.requestedAt === requestedAt ? last : {};
  const position = { step, after };
  for (let eraseBatch = steps[step]; eraseBatch; eraseBatch = steps[position.step]) {
    const next = await eraseBatch(running, position.after);
    if (next instanceof PauseErasure) {
      const runAt = new Date(context.now().getTime() + next.pauseMs);
      if (!(await enqueueRest(running, position, runAt))) return 'superseded';
      return next.obstacle === 'object_storage' ? 'waits_for_object_storage' : 'enqueued';
    }
    if (next === null) position.step += 1;
    position.after = next ?? undefined;
    if (performance.now() < endsAtMs || position.step === steps.length) continue;
    return (await enqueueRest(running, position)) ? 'enqueued' : 'superseded';
  }
  return (await complete(running)) ? 'completed' : 'superseded';
}

/**
 * `superseded`: another job has completed the erasure, or the contact was erased again, which has a job of its own.
 * `waits_for_object_storage`: only bytes in the object storage are left, and this process has no `FILES_URL`; a later job
 * removes them.
 */
export type ErasureOutcome =
  | 'completed'
  | 'enqueued'
  | 'nothing_to_erase'
  | 'superseded'
  | 'waits_for_object_storage';

interface RunningErasure {
  readonly context: Context;
  readonly contactId: string;
  /** Differs when the contact was imported again and erased again meanwhile, which begins a new erasure. */
  readonly requestedAt: string;
}

/** The rest keeps the place of the erasure among the jobs of its tenant; otherwise each part would wait behind all of them. */
function enqueueRest(
  { context: { database, tenantId }, contactId, requestedAt }: RunningErasure,
  position: ErasurePosition,
  runAt = new Date(requestedAt),
): Promise<boolean> {
  return runInTransaction(database, async (transaction) => {
    const [locked] = await transaction.sql(lockRunning, [tenantId, contactId, requestedAt]);
    if (locked === undefined) return false;
    addJob(transaction, {
      task: 'erase-contact',
      payload: { tenantId, contactId, requestedAt, ...position },
      runAt,
      key: `erase-contact:${tenantId}:${contactId}`,
    });
    return true;
  });
}

function complete({ context, contactId, requestedAt }: RunningErasure): Promise<boolean> {
  const { database, tenantId, now } = context;
  return runInTransaction(database, async ({ sql }) => {
    const [locked] = await sql(lockRunning, [tenantId, contactId, requestedAt]);
    if (locked === undefined) return false;
    await sql(forgetRecords, [tenantId, contactId]);
    await sql(markCompleted, [tenantId, contactId, now()]);
    return true;
  });
}

/** The time has all its decimals, and is the same text in every time zone of a session. */
const findRunning = statement<{ requestedAt: string }>(
  'find-running-erasure',
  `select (requested_at at time zone 'UTC')::text || 'Z' as "requestedAt" from erasures
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
