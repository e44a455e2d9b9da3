import type { Database } from '@parley/database';
import { waitFor } from './wait-for.js';

const timeoutMs = 240_000;

/** Waits until nothing is under way any more: no delivery, no message, no run, no campaign. */
export async function waitUntilSettled({ pool }: Database): Promise<void> {
  let left: unknown;
  try {
    await waitFor(
      'everything is settled',
      async () => {
        const { rows } = await pool.query(openWork);
        left = rows[0];
        return Object.values(rows[0]).every((count) => Number(count) === 0) || undefined;
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
  (select count(*) from deliveries where status in ('pending', 'delivering')) as deliveries,
  (select count(*) from messages where sender = 'outbound' and status = 'pending') as messages,
  (select count(*) from automation_runs where status in ('scheduled', 'running')) as runs,
  (select count(*) from campaigns where status in ('scheduled', 'running')) as campaigns`;
