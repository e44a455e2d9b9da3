import { sizedStatement } from '../sql/sized-statement.js';
import type { Removed } from './removal.js';

/** Dead jobs belong to no tenant; they are kept for the operator. */
export const removeDeadJobs = sizedStatement<Removed>(
  'remove-expired-dead-jobs',
  ({ retentionBatch }) => `with removed as (
     delete from dead_jobs where id in (
       select id from dead_jobs where died_at < $1::timestamptz order by died_at limit ${retentionBatch} for update skip locked
     ) returning 1
   )
   select count(*)::int as count from removed`,
);
