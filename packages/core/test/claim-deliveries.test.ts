import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, openDatabase } from '@parley/database';
import { claimDeliveries, type DeliveryClaim, newId, recordAttempts } from '../src/index.js';
import { newIdSql } from '../src/sql/new-id-sql.js';
import { createTenant, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();
let worker: Database;

beforeEach(() => {
  // One connection, whose counters can be read.
  worker = openDatabase({ url: worlds.database.pool.options.connectionString ?? '', poolSize: 1 });
});

afterEach(() => worker.close());

/** Creates several webhooks of a new tenant with many pending deliveries, in tables without statistics. */
async function pileUp() {
  const { database } = worlds;
  const { id: tenantId } = await createTenant(database);
  for (let count = 0; count < 5; count += 1) await createWebhook(database, tenantId);
  await database.pool.query(
    `with event as (
       insert into events (tenant_id, id, type, data)
       select $1, ${newIdSql('now()')}, 'chat.updated', '{}' from generate_series(1, 400) returning id
     )
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, next_attempt_at)
     select $1, ${newIdSql('now()')}, event.id, webhook.id, 'chat.updated', now()
     from event, webhooks webhook where webhook.tenant_id = $1`,
    [tenantId],
  );
  const { rows } = await database.pool.query<{ eventId: string; deliveryId: string }>(
    'select event_id as "eventId", id as "deliveryId" from deliveries where tenant_id = $1 order by id',
    [tenantId],
  );
  const waiting = rows.map((row) => ({ ...row, tenantId }));
  return (count: number) =>
    waiting.splice(0, count).map((delivery) => ({ ...delivery, leaseToken: newId() }));
}

/** Returns how many deliveries were read, by the statistics of the server. */
async function readCount(work: () => Promise<unknown>): Promise<number> {
  const before = await countReads();
  await work();
  return (await countReads()) - before;
}

async function countReads(): Promise<number> {
  // Otherwise a connection reports its reads once a second.
  await worker.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await worker.pool.query<{ count: string }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as count
     from pg_stat_user_tables join pg_inherits on inhrelid = relid
     where inhparent = 'deliveries'::regclass`,
  );
  return Number(rows[0]?.count ?? 0);
}

const options = () => ({ now: new Date(Date.now() + 1_000), leaseMs: 60_000 });

describe('claiming ten of thousands, and recording them', () => {
  test('reads little more than ten rows, however often it was planned, even without statistics of the tables', async () => {
    const take = await pileUp();
    for (let round = 1; round <= 8; round += 1) {
      const requested = take(10);
      let claimed: DeliveryClaim['claimed'] = [];
      const looked = await readCount(async () => {
        ({ claimed } = await claimDeliveries(worker, requested, options()));
      });
      expect(claimed.map(({ deliveryId }) => deliveryId).sort()).toEqual(
        requested.map(({ deliveryId }) => deliveryId).sort(),
      );
      expect(looked).toBeLessThanOrEqual(40);

      const attempts = requested.map((delivery) => ({
        ...delivery,
        startedAt: new Date(),
        durationMs: 1,
        statusCode: 200,
        error: null,
        responseBody: '',
        status: 'succeeded' as const,
        nextAttemptAt: null,
        affectsHealth: true,
        webhookId: claimed.find(({ deliveryId }) => deliveryId === delivery.deliveryId)?.webhookId ?? '',
      }));
      const recorded = await readCount(() => recordAttempts(worker, attempts, { now: new Date() }));
      expect(recorded).toBeLessThanOrEqual(40);
    }
  });

  test('by several workers at once assigns each delivery to one of them', async () => {
    const take = await pileUp();
    const requested = take(20);
    const claims = await Promise.all(
      Array.from({ length: 4 }, () =>
        claimDeliveries(
          worlds.database,
          requested.map((delivery) => ({ ...delivery, leaseToken: newId() })),
          options(),
        ),
      ),
    );
    const claimed = claims.flatMap((claim) => claim.claimed).map(({ deliveryId }) => deliveryId);
    expect(claimed).toHaveLength(20);
    expect(new Set(claimed).size).toBe(20);
  });
});
