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
    throw new Error(
      `The service did not settle within ${timeoutMs / 1_000} s; left: ${JSON.stringify(left)}.`,
    );
  }
}

const openWork = `select
  (select count(*) from (${unfinishedDeliveries}) delivery where status <> 'failed') as deliveries,
  (select count(*) from messages where sender = 'outbound' and status = 'pending') as messages,
  (select count(*) from automation_runs where status in ('scheduled', 'running')) as runs,
  (select count(*) from campaigns where status in ('scheduled', 'running')) as campaigns`;
