import { expect, test } from '@jest/globals';
import { declaredStatements } from '@parley/database';
import '../src/index.js';
import { newIdSql } from '../src/sql/new-id-sql.js';
import { explainGenericPlan } from './explain-generic-plan.js';
import { createTenant, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

const lookups = [
  'claim-deliveries',
  'settle-unclaimed-deliveries',
  'abandon-delivery',
  'lock-due-automation-run',
  'abandon-automation-run',
  'cancel-automation-run',
];

/** Ends many rows, and collects statistics while nothing waits. */
async function finishAll(): Promise<void> {
  const { id: tenantId } = await createTenant(worlds.database);
  const { id: webhookId } = await createWebhook(worlds.database, tenantId);
  await worlds.database.pool.query(
    `with event as (
       insert into events (tenant_id, id, type, data)
       select $1, ${newIdSql('now()')}, 'chat.updated', '{}' from generate_series(1, 3000) returning id
     )
     insert into deliveries (tenant_id, id, event_id, webhook_id, event_type, status)
     select $1, ${newIdSql('now()')}, id, $2, 'chat.updated', 'succeeded' from event`,
    [tenantId, webhookId],
  );
  await worlds.database.pool.query('analyze');
}

test('a lookup by key reads no list of waiting rows, however empty that was when the statistics were collected', async () => {
  await finishAll();
  const plans = new Map<string, string>();
  const client = await worlds.database.pool.connect();
  try {
    for (const name of lookups) {
      const text = declaredStatements.get(name) ?? `${name} is not declared`;
      plans.set(name, (await explainGenericPlan(client, text)).join('\n'));
    }
  } finally {
    client.release();
  }
  const readingAll = lookups.filter((name) => /_due_idx/.test(plans.get(name) ?? ''));
  expect(readingAll).toEqual([]);
});

test('the messages of a list and their sends are looked up by their keys, even if there were none when the statistics were collected', async () => {
  await worlds.database.pool.query('vacuum analyze messages, campaign_sends');
  const client = await worlds.database.pool.connect();
  try {
    // As in each transaction.
    await client.query('set enable_seqscan = off');
    for (const name of ['move-messages', 'end-attempts-to-send']) {
      const plan = await explainGenericPlan(
        client,
        declaredStatements.get(name) ?? `${name} is not declared`,
      );
      const conditions = plan.flatMap((line, index) =>
        /Scan .* on (messages (message|message_1)|campaign_sends send)$/.test(line) ? [plan[index + 1]] : [],
      );
      expect(conditions).toHaveLength(3);
      for (const condition of conditions) expect(condition).toMatch(/Index Cond: .*\bid = /);
    }
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
});
