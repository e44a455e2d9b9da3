import type { Database } from '@parley/database';
import { addJobsAndNotifySql } from '../jobs/add-jobs-sql.js';
import type { Sizes } from '../sizes.js';
import { sizedStatement } from '../sql/sized-statement.js';

/**
 * Adds a job for each erasure that has been running for an hour and has no job, because its own job may be dead. A job that
 * waits or runs is left alone, because it knows how far the erasure is.
 */
export async function enqueueLostErasures({ sql }: Database, now: Date, sizes: Sizes): Promise<number> {
  const [row] = await sql(enqueueLost(sizes), [now]);
  return row?.added ?? 0;
}

const keyOfJob = `'erase-contact:' || tenant_id || ':' || contact_id`;

const lostJobs = addJobsAndNotifySql({
  task: 'erase-contact',
  payload: { tenantId: 'lost.tenant_id', contactId: 'lost.contact_id' },
  from: 'lost',
  runAt: 'null',
  key: keyOfJob,
});

const enqueueLost = sizedStatement<{ added: number }>(
  'enqueue-lost-erasures',
  ({ overdueBatch }) => `with lost as (
     select tenant_id, contact_id from erasures
     where state = 'running' and requested_at < $1::timestamptz - interval '1 hour'
       and not exists (select from graphile_worker._private_jobs job where job.key = ${keyOfJob})
     order by requested_at limit ${overdueBatch}
   )
   ${lostJobs}`,
);
