import { expect, test } from '@jest/globals';
import { enqueueOverdueDeliveries } from '../src/index.js';
import { now, pileUp } from './delivery-queue.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds({ overdueBatch: 10 });

test('the overdue deliveries of a tenant get jobs although another tenant has more than a call adds jobs for', async () => {
  const { pool } = worlds.database;
  const many = await pileUp(worlds.database, 11);
  const few = await pileUp(worlds.database, 3);
  // Those of the other tenant have been due for longer.
  await pool.query(
    `update deliveries set next_attempt_at = next_attempt_at - interval '1 day' where tenant_id = $1`,
    [many.tenantId],
  );
  expect(await enqueueOverdueDeliveries(worlds.database, now, worlds.sizes)).toBe(10);
  const { rows } = await pool.query<{ tenantId: string; jobs: number }>(
    `select payload ->> 'tenantId' as "tenantId", count(*)::int as jobs from graphile_worker._private_jobs
     where payload ->> 'tenantId' = any ($1::text[]) group by 1`,
    [[many.tenantId, few.tenantId]],
  );
  const jobsOf = ({ tenantId }: { tenantId: string }) => rows.find((row) => row.tenantId === tenantId)?.jobs;
  expect(jobsOf(few)).toBe(3);
  expect(jobsOf(many)).toBe(7);
});
