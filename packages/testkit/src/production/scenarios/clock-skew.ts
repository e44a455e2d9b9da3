import { setTimeout as delay } from 'node:timers/promises';
import { skewedClock } from '../../skewed-clock.js';
import type { Installation } from '../service/installation.js';
import type { Scenario } from '../service/scenario.js';
import { runUnderLoad } from '../service/under-load.js';

const loadMs = 10_000;
const mostLagS = 10;

/** One API process and one worker have a clock that is half a minute off; the others and the receivers do not. */
export const scenarios: readonly Scenario[] = [30, -30].map((skewS) => ({
  name: skewS > 0 ? 'clock-ahead' : 'clock-behind',
  async run(installation) {
    const { processes } = installation;
    const replace = async (env: Readonly<Record<string, string>>) => {
      for (const [name, kind] of [
        ['api-2', 'api'],
        ['worker-2', 'worker'],
      ] as const) {
        await processes.stop(name);
        await processes.start(name, kind, env);
      }
    };
    await replace({ NODE_OPTIONS: skewedClock(skewS * 1_000) });
    const { figures, counts, scene } = await runUnderLoad(installation, {
      name: `skew-${skewS}`,
      meanwhile: () => delay(loadMs),
    });
    await replace({});
    return [
      ...figures,
      { name: 'requests that were retried', measured: counts.retries, atMost: 0 },
      {
        name: 'longest time from an event to its delivery',
        measured: await findLongestLag(installation, scene.tenantId),
        unit: 's',
        atMost: mostLagS,
      },
    ];
  },
}));

/**
 * The largest difference between the time of an event, which an API process wrote, and its first arrival at the receiver,
 * whose clock is right. A time that was written by a wrong clock counts too, in either direction.
 */
async function findLongestLag({ database, receiver }: Installation, tenantId: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: string; createdAt: Date }>(
    'select id, created_at as "createdAt" from events where tenant_id = $1',
    [tenantId],
  );
  const arrivals = new Map(receiver.receipts.toReversed().map((receipt) => [receipt.eventId, receipt]));
  const lags = rows.map(({ id, createdAt }) => {
    const arrivedAt = arrivals.get(id)?.receivedAt ?? Number.NaN;
    return Math.abs(arrivedAt - createdAt.getTime()) / 1_000;
  });
  if (lags.length === 0) throw new Error('There is no event whose delivery could be late.');
  return Math.max(...lags);
}
