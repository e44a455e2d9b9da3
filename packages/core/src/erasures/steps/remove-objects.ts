import { hasLeavingObjects, removeLeavingObjects } from '../../files/remove-leaving-objects.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import { namesPerson } from './names-person.js';
import { type EraseBatch, PauseErasure } from './person-to-erase.js';

/** How long an erasure waits for jobs that still run. */
const jobsMs = 5_000;

/** How long it waits until it looks again whether its process knows the object storage. An operator has to act. */
const objectStorageMs = 5 * 60 * 1_000;

/**
 * Removes the bytes of deleted files from the object storage. A job that began before the deletion may hold data of the person:
 * an export, media that it fetches, or an event whose deliveries it claims. It discards the data when it finds that the record is
 * gone, so the erasure waits for it. A delivery that was claimed before can still be sent within the time limit of its request.
 * A process without `FILES_URL` cannot remove objects, so the erasure waits for one that has it.
 */
export const removeObjects: EraseBatch = async ({ context, contactId }) => {
  const { database, tenantId, sizes } = context;
  const [running] = await database.sql(findRunningJob, [tenantId, contactId]);
  if (running !== undefined) return new PauseErasure('running_jobs', jobsMs);
  if (database.files.objects === undefined)
    return (await hasLeavingObjects(context)) ? new PauseErasure('object_storage', objectStorageMs) : null;
  return (await removeLeavingObjects(database, tenantId, sizes)) ? '' : null;
};

/** The jobs of the erasure itself do not count. The lock of a dead worker is released within a minute. */
const findRunningJob = bulkStatement<{ id: string }>(
  'find-running-job-of-erased-contact',
  `select job.id::text from graphile_worker._private_jobs job
   join graphile_worker._private_tasks task on task.id = job.task_id
   where job.locked_at is not null and task.identifier <> 'erase-contact' and job.payload ->> 'tenantId' = $1::text
     and ${namesPerson('job.payload::jsonb')}
   limit 1`,
);
