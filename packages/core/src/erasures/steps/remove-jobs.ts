import type { Statement } from '@parley/database';
import { bulkStatement } from '../../sql/bulk-statement.js';
import { namesPerson } from './names-person.js';
import type { EraseBatch, PersonToErase } from './person-to-erase.js';

/**
 * Removes jobs for records of the person and for events about the person. Such jobs contain ids, and errors that may repeat
 * personal data. A running job is not removed: it finds that its record no longer exists.
 */
export const removeWaitingJobs: EraseBatch = (person, after) => removeBatch(person, removeWaiting, after);

/** Removes dead jobs for the same records and events. */
export const removeDeadJobs: EraseBatch = (person, after) => removeBatch(person, removeDead, after);

async function removeBatch(
  { context: { database, tenantId, sizes }, contactId }: PersonToErase,
  remove: Statement<{ lastId: string | null }>,
  after = '0',
): Promise<string | null> {
  const [batch] = await database.sql(remove, [tenantId, contactId, after, sizes.erasureBatch]);
  return batch?.lastId ?? null;
}

/** The job of the erasure itself is kept. */
const own = `select batch.id from batch
  where batch.payload ->> 'tenantId' = $1::text and batch.task <> 'erase-contact' and ${namesPerson('batch.payload')}`;

const removeWaiting = bulkStatement<{ lastId: string | null; removed: number }>(
  'remove-jobs-of-contact',
  `with batch as materialized (
     select job.id, job.payload::jsonb as payload, task.identifier as task
     from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where job.id > $3::bigint order by job.id limit $4::int
   ), removed as materialized (
     select count(*)::int as count from graphile_worker.complete_jobs(array(${own}))
   )
   select (select id::text from batch order by id desc limit 1) as "lastId", (select count from removed) as removed`,
);

const removeDead = bulkStatement<{ lastId: string | null }>(
  'remove-dead-jobs-of-contact',
  `with batch as materialized (
     select id, payload, task from dead_jobs where id > $3::bigint order by id limit $4::int
   ), removed as (
     delete from dead_jobs where id in (${own})
   )
   select (select id::text from batch order by id desc limit 1) as "lastId"`,
);
