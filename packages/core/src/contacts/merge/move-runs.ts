import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { scheduleRun } from '../../triggers/schedule-run.js';
import type { MergedPair } from './move-records.js';

/**
 * Moves the automation runs of a contact. A worker that is running one of them knows the old contact, so its lease ends and
 * the run is scheduled again: a step that has not committed is repeated, as after the death of a worker.
 */
export async function moveRuns(
  transaction: Transaction,
  context: Context,
  { keptId, mergedId }: MergedPair,
): Promise<void> {
  const { tenantId, now } = context;
  const leased = await transaction.sql(move, [tenantId, now(), keptId, mergedId]);
  for (const { id } of leased) scheduleRun(transaction, context, { runId: id, at: now() });
}

const move = statement<{ id: string }>(
  'move-runs-to-contact',
  `with leased as (
     select id from automation_runs
     where tenant_id = $1::uuid and contact_id = $4::uuid and status = 'running' and lease_token is not null
   ), moved as (
     update automation_runs set contact_id = $3::uuid, lease_token = null, lease_expires_at = null,
       updated_at = $2::timestamptz
     where tenant_id = $1::uuid and contact_id = $4::uuid
   )
   select id from leased order by id`,
);
