import { runInTransaction, statement } from '@parley/database';
import type { Context } from '../context.js';
import { eraseEvents } from './steps/erase-events.js';
import { eraseIdempotencyResults } from './steps/erase-idempotency-results.js';
import type { PersonToErase } from './steps/person-to-erase.js';
import { removeFiles } from './steps/remove-files.js';
import { removeJobs } from './steps/remove-jobs.js';
import { removeManyRecords } from './steps/remove-many-records.js';

/**
 * Erases the remaining data of a deleted contact, in short transactions. It may be killed at any time and may run twice
 * at once: every step begins again and finds only the data that is left. Returns false if there is nothing to erase.
 */
export async function continueErasure(context: Context, contactId: string): Promise<boolean> {
  const { database, tenantId, now } = context;
  const [running] = await database.sql(findRunning, [tenantId, contactId]);
  if (running === undefined) return false;
  const person: PersonToErase = { context, contactId };
  await removeManyRecords(person);
  // From here on, no data that mentions the person can be added, because all records of the person are deleted.
  await eraseEvents(person);
  await eraseIdempotencyResults(person);
  await removeJobs(person);
  await removeFiles(person);
  await runInTransaction(database, async ({ sql }) => {
    await sql(forgetRecords, [tenantId, contactId]);
    await sql(complete, [tenantId, contactId, now()]);
  });
  return true;
}

const findRunning = statement<{ state: string }>(
  'find-running-erasure',
  `select state::text as state from erasures
   where tenant_id = $1::uuid and contact_id = $2::uuid and state = 'running'`,
);

const forgetRecords = statement(
  'forget-erased-records',
  `delete from erased_records where tenant_id = $1::uuid and contact_id = $2::uuid`,
);

const complete = statement(
  'complete-erasure',
  `update erasures set state = 'completed', completed_at = $3::timestamptz
   where tenant_id = $1::uuid and contact_id = $2::uuid`,
);
