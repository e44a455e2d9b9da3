import type { Database } from '@parley/database';
import { unfinishedDeliveries } from './unfinished-deliveries.js';
import { waitFor } from './wait-for.js';

const timeoutMs = 240_000;

/** Waits until no message, run, campaign or delivery is in progress. */
export async function waitUntilSettled({ pool }: Database): Promise<void> {
  let left: Readonly<Record<string, unknown>> = {};
  try {
    await waitFor(
      'everything is settled',
      async () => {
        const { rows } = await pool.query<typeof left>(openWork);
        left = rows[0] ?? {};
        return Object.values(left).every((count) => Number(count) === 0) || undefined;
      },
      timeoutMs,
    );
  } catch {
    const { rows } = await pool.query(describeDeliveries);
    const details = rows.map((row) => JSON.stringify(row)).join('\n');
    throw new Error(
      `The service did not settle within ${timeoutMs / 1_000} s; left: ${JSON.stringify(left)}.\n${details}`,
    );
  }
}

/** What a person needs to find out why deliveries are left: their states, when they are due, and their jobs. */
const describeDeliveries = `
  select delivery.status, webhook.status as webhook, attempt_count as attempts, last_status_code as "lastStatus",
    count(*)::int as deliveries, min(next_attempt_at) as "dueFrom", max(next_attempt_at) as "dueTo", now() as now,
    min(lease_expires_at) as "leasedFrom",
    (select count(*)::int from graphile_worker.jobs where task_identifier in ('deliver', 'deliver-event')) as jobs
  from deliveries delivery join webhooks webhook on webhook.tenant_id = delivery.tenant_id and webhook.id = delivery.webhook_id
  where delivery.id in (select id from (${unfinishedDeliveries}) unfinished)
  group by 1, 2, 3, 4 order by 5 desc limit 20`;

const openWork = `select
  (select count(*) from (${unfinishedDeliveries}) delivery where status <> 'failed') as deliveries,
  (select count(*) from messages where sender = 'outbound' and status = 'pending') as messages,
  (select count(*) from automation_runs where status in ('scheduled', 'running')) as runs,
  (select count(*) from campaigns where status in ('scheduled', 'running')) as campaigns`;
