import type { Database } from '@parley/database';
import type { Receiver } from './receiver.js';
import { waitFor } from './wait-for.js';

const timeoutMs = 240_000;

/**
 * Waits until nothing is under way any more: no message, no run, no campaign, and no event that the receiver has not
 * seen. One that it has seen and answered with a failure may wait for minutes until it is sent again.
 */
export async function waitUntilSettled({ pool }: Database, { receipts }: Receiver): Promise<void> {
  let left: unknown;
  try {
    await waitFor(
      'everything is settled',
      async () => {
        const { rows } = await pool.query(openWork);
        const { deliveries, ...others } = rows[0];
        const seen = new Set(receipts.map(({ eventId }) => eventId));
        const unseen = deliveries.filter((eventId: string) => !seen.has(eventId)).length;
        left = { ...others, unseen };
        return Object.values({ ...others, unseen }).every((count) => Number(count) === 0) || undefined;
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
  array(select event_id from deliveries where status in ('pending', 'delivering')) as deliveries,
  (select count(*) from messages where sender = 'outbound' and status = 'pending') as messages,
  (select count(*) from automation_runs where status in ('scheduled', 'running')) as runs,
  (select count(*) from campaigns where status in ('scheduled', 'running')) as campaigns`;
