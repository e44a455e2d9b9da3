import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { recordingSql } from '../../events/recording-sql.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../sql/transact.js';
import { runJson } from './run-json.js';

/** Records `automation.run_failed` with the run as it is now in this transaction. */
export function recordRunFailed({ send }: Transaction, { tenantId, now }: Context, runId: string): void {
  send(record, [tenantId, now(), newId(), runId]);
}

const record = statement(
  'record-automation-run-failed',
  recordingSql(
    `select $3::uuid as id, 'automation.run_failed' as type, null::text as legacy_type, run.channel_id, run.chat_id,
       run.contact_id, ${runJson('run')} as data
     from automation_runs run where run.tenant_id = $1::uuid and run.id = $4::uuid`,
    'count(*)::int as "eventCount"',
  ),
);
