import { setTimeout as delay } from 'node:timers/promises';
import { createWebhook, newId, sendTestEvent } from '@parley/core';
import { contextOf } from '../../stage/context-of.js';
import { startReceiver } from '../../stage/start-receiver.js';
import type { Stage } from '../../stage/start-stage.js';
import { startWorker } from '../../stage/start-worker.js';

export interface EqualTenantsResult {
  readonly tenants: number;
  /** The deliveries per tenant when half of all were completed: the lowest and the highest number. */
  readonly fewest: number;
  readonly most: number;
}

/**
 * Creates the same number of deliveries for each tenant, one tenant after the other, and counts when half of them are
 * done.
 */
export async function measureEqualTenants(
  stage: Stage,
  { tenants, deliveries }: { tenants: number; deliveries: number },
): Promise<EqualTenantsResult> {
  const receiver = await startReceiver();
  const counts = new Map<string, number>();
  const half = (tenants * deliveries) / 2;
  let received = 0;
  receiver.onBody = (body) => {
    received += 1;
    if (received > half) return undefined;
    const { tenantId } = JSON.parse(body);
    counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
    return undefined;
  };
  for (let index = 0; index < tenants; index += 1) await addTenant(stage, receiver.url, deliveries);
  const worker = await startWorker(stage.databaseUrl);
  try {
    while (received < half) await delay(20);
  } finally {
    await worker.stop();
    await receiver.stop();
    await stage.database.pool.query('truncate graphile_worker._private_jobs');
  }
  const all = [...counts.values()];
  const fewest = all.length < tenants ? 0 : Math.min(...all);
  return { tenants, fewest, most: Math.max(...all) };
}

async function addTenant(stage: Stage, url: string, deliveries: number): Promise<void> {
  const tenantId = newId();
  await stage.database.pool.query(
    `insert into tenants (id, slug, name, plan) values ($1::uuid, $1::text, 'Equal', 'enterprise')`,
    [tenantId],
  );
  const context = contextOf(stage, tenantId);
  const { id: webhookId } = await createWebhook(context, { url });
  for (let index = 0; index < deliveries; index += 10) {
    await Promise.all(Array.from({ length: 10 }, () => sendTestEvent(context, { webhookId })));
  }
}
