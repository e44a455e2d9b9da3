import { type Database, statement } from '@parley/database';
import { addJobsAndNotifySql } from '../jobs/add-jobs-sql.js';

/**
 * Adds a job for each erasure that has been running for an hour, because its own job may be dead. If the job is still
 * waiting, the new job replaces it.
 */
export async function enqueueLostErasures({ sql }: Pick<Database, 'sql'>, now: Date): Promise<number> {
  const [row] = await sql(enqueueLost, [now]);
  return row?.added ?? 0;
}

const lostJobs = addJobsAndNotifySql({
  task: 'erase-contact',
  payload: { tenantId: 'lost.tenant_id', contactId: 'lost.contact_id' },
  from: 'lost',
  runAt: 'null',
  key: `'erase-contact:' || lost.tenant_id || ':' || lost.contact_id`,
});

const enqueueLost = statement<{ added: number }>(
  'enqueue-lost-erasures',
  `with lost as (
     select tenant_id, contact_id from erasures
     where state = 'running' and requested_at < $1::timestamptz - interval '1 hour'
     order by requested_at limit 1000
   )
   ${lostJobs}`,
);
