import { beforeAll, expect, test } from '@jest/globals';
import { declaredStatements, listPartitions } from '@parley/database';
import '../src/index.js';
import { newIdSql } from '../src/sql/new-id-sql.js';
import { explainGenericPlan } from './explain-generic-plan.js';
import { createTenant, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const { database } = useWorlds();

/** Many deliveries of now, which are in one partition, and statistics of them. */
beforeAll(async () => {
  const { id: tenantId } = await createTenant(database);
  const { id: webhookId } = await createWebhook(database, tenantId);
  await database.pool.query(
    `with event as (
       insert into events (tenant_id, id, type, data)
       select $1, ${newIdSql('now()')}, 'chat.updated', '{}' from generate_series(1, 5000) returning id
     )
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status)
     select $1, ${newIdSql('now()')}, id, $2, 'chat.updated', 'succeeded' from event`,
    [tenantId, webhookId],
  );
  await database.pool.query('analyze deliveries');
});

async function explain(name: string): Promise<string[]> {
  const text = declaredStatements.get(name) ?? `${name} is not declared`;
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan = off; set enable_partition_pruning = off');
    return await explainGenericPlan(client, text);
  } finally {
    await client.query('reset enable_seqscan; reset enable_partition_pruning');
    client.release();
  }
}

const scansOf = (plan: readonly string[], table: string) =>
  plan.filter((line) => new RegExp(`Scan .*on ${table}_(first|\\d{8})`).test(line));

test('a delivery that is looked up by its id alone is one lookup in the index of each partition', async () => {
  const partitions = (await listPartitions(database.pool)).filter(({ table }) => table === 'deliveries');
  const filled = partitions.find(({ until }) => until > new Date())?.name;
  for (const name of ['find-deliveries-of-webhooks', 'find-event-of-delivery']) {
    const scans = scansOf(await explain(name), 'deliveries');
    expect(scans).toHaveLength(partitions.length);
    expect(scans.filter((line) => !/Index (Only )?Scan using/.test(line))).toEqual([]);
    // The indexes of an empty partition are all equally good.
    expect(scans.find((line) => line.includes(`on ${filled} `))).toContain(`${filled}_tenant_id_id_idx`);
  }
});

test('the attempts of a delivery are read by the key of their partition', async () => {
  const scans = scansOf(await explain('find-deliveries-of-webhooks'), 'delivery_attempts');
  expect(scans.length).toBeGreaterThan(0);
  expect(scans.filter((line) => !/Index Scan using delivery_attempts_\w+_pkey/.test(line))).toEqual([]);
});

test('a claim reads the event and the delivery by their keys', async () => {
  const plan = await explain('claim-deliveries');
  const events = scansOf(plan, 'events');
  expect(events.length).toBeGreaterThan(0);
  // The other index of events has the id as its last column, so each lookup would read all events of the tenant.
  expect(events.filter((line) => !/Index Scan using events_\w+_pkey/.test(line))).toEqual([]);
  const deliveries = scansOf(plan, 'deliveries').filter((line) => !line.includes('Tid Scan'));
  // The partitions of the coming weeks are empty, where the planner may choose any index.
  expect(deliveries[0]).toMatch(/Index Scan using deliveries_\w+_(pkey|tenant_id_id_idx)/);
});

test.each(['claim-deliveries', 'record-delivery-attempts', 'release-deliveries', 'abandon-delivery'])(
  '%s looks deliveries up in the partition of their event',
  async (name) => {
    const nodes = (await explain(name)).join('\n').split('->');
    const lookups = nodes.filter((node) => scansOf([node], 'deliveries').length > 0 && /\bid = /.test(node));
    expect(lookups.length).toBeGreaterThan(0);
    expect(lookups.filter((node) => !/\bevent_id = /.test(node))).toEqual([]);
  },
);
