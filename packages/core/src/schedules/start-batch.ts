import { composedStatement, statement } from '@parley/database';
import { audienceInvalid } from '../campaigns/failure-reason.js';
import { countStartedRuns } from '../campaigns/room-for-occurrence.js';
import type { Context } from '../context.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import type { FoundRows } from '../search/compile-where.js';
import { Parameters } from '../search/parameters.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';

export interface StartedRuns {
  readonly runs: number;
  /** Whether all contacts of the occurrence have their runs. */
  readonly isComplete: boolean;
}

interface Batch {
  readonly schedule: {
    readonly id: string;
    readonly activeVersionId: string;
    readonly occurrenceStartedAt: Date | null;
    readonly resolvedTo: string | null;
  };
  /** Undefined when the expression is no longer valid. */
  readonly rows: FoundRows | undefined;
}

/**
 * Starts the runs of the next contacts, in the order of their ids, and moves the position of the occurrence behind them. No
 * event has started the runs, so each is the root of a chain of its own, as for a campaign (docs/decisions/0032).
 */
export async function startBatch(
  transaction: Transaction,
  context: Context,
  { schedule, rows }: Batch,
): Promise<StartedRuns> {
  const { sql } = transaction;
  const { tenantId, now, sizes } = context;
  const key = [tenantId, schedule.id];
  if (rows === undefined) {
    await sql(advance, [...key, null, JSON.stringify(audienceInvalid)]);
    return { runs: 0, isComplete: true };
  }
  const { where, scope } = rows;
  // The transaction may be repeated with the same rows.
  const parameters = new Parameters(scope.parameters.values);
  const after = parameters.add(schedule.resolvedTo ?? lowestId, 'uuid');
  const startedAt = parameters.add(schedule.occurrenceStartedAt, 'timestamptz');
  const findContacts = composedStatement<{ id: string }>(
    `select contacts.id from contacts
     where ${where} and contacts.id > ${after} and contacts.created_at <= ${startedAt}
     order by contacts.id limit ${sizes.audienceBatch} for key share of contacts`,
  );
  const found = await sql(findContacts, parameters.values);
  const contactIds = found.map(({ id }) => id);
  if (contactIds.length > 0)
    await sql(insertRuns, [tenantId, now(), schedule.id, schedule.activeVersionId, contactIds]);
  await countStartedRuns(transaction, context, contactIds.length);
  const isComplete = contactIds.length < sizes.audienceBatch;
  await sql(advance, [...key, isComplete ? null : contactIds.at(-1), null]);
  return { runs: contactIds.length, isComplete };
}

const lowestId = '00000000-0000-0000-0000-000000000000';

const runJobs = addJobsSql({
  task: 'run-automation',
  payload: { tenantId: '$1::uuid', runId: 'run.id' },
  from: 'run',
  runAt: 'null',
  isBulk: true,
});

const insertRuns = bulkStatement(
  'insert-runs-of-schedule',
  `with run as (
     insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, scheduled_at,
       created_at, updated_at)
     select $1::uuid, ${newIdSql('$2::timestamptz')}, $3::uuid, $4::uuid, contact_id, $2::timestamptz,
       $2::timestamptz, $2::timestamptz
     from unnest($5::uuid[]) as found(contact_id)
     returning id
   )
   ${runJobs}`,
);

/** Without a position, the occurrence is complete. */
const advance = statement(
  'advance-occurrence-of-schedule',
  `update automations set occurrence_resolved_to = $3::uuid, occurrence_failure = $4::jsonb,
     occurrence_query = case when $3::uuid is null then null else occurrence_query end
   where tenant_id = $1::uuid and id = $2::uuid`,
);
