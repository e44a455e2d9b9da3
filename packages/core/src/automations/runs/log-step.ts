import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import type { RunError } from '../versions/step-failure.js';

export interface StepLogEntry {
  readonly runId: string;
  readonly position: number;
  readonly type: string;
  readonly startedAt: Date;
  /** Null while the step is in progress; only a step that waits is logged before it has ended. */
  readonly finishedAt: Date | null;
  readonly result?: object | undefined;
  readonly error?: RunError | undefined;
}

export function logStep({ send }: Transaction, { tenantId }: Context, entry: StepLogEntry): void {
  send(insert, [
    tenantId,
    entry.runId,
    entry.position,
    entry.type,
    entry.result ? JSON.stringify(entry.result) : null,
    entry.error ? JSON.stringify(entry.error) : null,
    entry.startedAt,
    entry.finishedAt,
  ]);
}

const insert = statement(
  'log-automation-run-step',
  `insert into automation_run_steps (tenant_id, run_id, number, position, type, result, error, started_at, finished_at)
   select $1::uuid, $2::uuid, coalesce(max(number), 0) + 1, $3::int, $4::text, $5::jsonb, $6::jsonb, $7::timestamptz,
     $8::timestamptz
   from automation_run_steps where tenant_id = $1::uuid and run_id = $2::uuid`,
);

/** Closes the log entry of a step that is in progress, and adds to its result; returns false when there is none. */
export async function closeStep(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { runId, position, result }: { runId: string; position: number; result?: object | undefined },
): Promise<boolean> {
  const added = result ? JSON.stringify(result) : null;
  const closed = await sql(close, [tenantId, runId, position, now(), added]);
  return closed.length > 0;
}

const close = statement<{ number: number }>(
  'close-automation-run-step',
  `update automation_run_steps set finished_at = $4::timestamptz,
     result = case when $5::jsonb is null then result else coalesce(result, '{}') || $5::jsonb end
   where tenant_id = $1::uuid and run_id = $2::uuid and position = $3::int and finished_at is null
   returning number`,
);

/** Returns how often a step has failed so far. */
export async function countFailures(
  { sql }: Transaction,
  { tenantId }: Context,
  { runId, position }: { runId: string; position: number },
): Promise<number> {
  const [row] = await sql(count, [tenantId, runId, position]);
  return row?.count ?? 0;
}

const count = statement<{ count: number }>(
  'count-automation-run-step-failures',
  `select count(*)::int as count from automation_run_steps
   where tenant_id = $1::uuid and run_id = $2::uuid and position = $3::int and error is not null`,
);
