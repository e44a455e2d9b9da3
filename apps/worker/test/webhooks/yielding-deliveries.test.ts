import { afterAll, expect, jest, test } from '@jest/globals';
import { sendTestEvent, defaultSizes as sizes } from '@parley/core';
import { contextOf, createTenant, createWebhook } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { parseWorkerConfig } from '../../src/index.js';
import type { JobLane } from '../../src/jobs/job-lane.js';
import { createDeliveredCounter } from '../../src/metrics/count-delivered.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';
import { createGuardedAgent } from '../../src/outbound-http/request/guarded-agent.js';
import { createLeaseTokenSource } from '../../src/recovery/lease-tokens.js';
import { createDeliverySender } from '../../src/webhooks/delivery-sender.js';
import { findDeliveries } from '../support/find-deliveries.js';
import { useReceivers } from '../support/use-receivers.js';

jest.setTimeout(60_000);

const { receiver } = useReceivers();
const agent = createGuardedAgent({ allowedCidrs: ['127.0.0.0/8'] });
const target = useTestDatabase();
afterAll(() => agent.destroy());

test('a delivery of a backlog that must yield waits before its request and before its record, and counts as running', async () => {
  const { database } = target;
  const tenant = await createTenant(database);
  const healthy = await receiver();
  const webhook = await createWebhook(database, tenant.id, { url: healthy.url });
  await sendTestEvent(contextOf(database, tenant.id), { webhookId: webhook.id });
  const [{ id: deliveryId, eventId } = { id: '', eventId: '' }] = await findDeliveries(database, webhook.id);
  const { lane, pauses, running } = createPausingLane();
  const sender = createDeliverySender({
    database,
    now: () => new Date(),
    logger: pino({ level: 'silent' }),
    config: parseWorkerConfig({}),
    newLeaseToken: createLeaseTokenSource('00000000-0000-4000-8000-000000000001'),
    agent,
    metrics: createWorkerMetrics(new Registry()),
    countDelivered: createDeliveredCounter(undefined),
    sizes,
  });
  await sender.start({ tenantId: tenant.id, eventId, deliveryIds: [deliveryId] }, lane);
  expect(running.count).toBe(1);
  expect(pauses).toHaveLength(1);
  expect(healthy.requests).toHaveLength(0);
  pauses[0]?.();
  await waitUntil(() => pauses.length === 2);
  expect(healthy.requests).toHaveLength(1);
  expect(await findDeliveries(database, webhook.id)).toMatchObject([{ status: 'delivering', attempts: [] }]);
  expect(running.count).toBe(1);
  pauses[1]?.();
  await sender.stop(1_000);
  expect(await findDeliveries(database, webhook.id)).toMatchObject([{ status: 'succeeded' }]);
  expect(running.count).toBe(0);
});

/** Creates a lane that must yield before every step, until the step's function is called. */
function createPausingLane() {
  const pauses: (() => void)[] = [];
  const running = { count: 0 };
  const lane: JobLane = {
    isShared: false,
    countDelivery() {
      running.count += 1;
      return () => {
        running.count -= 1;
      };
    },
    yielding: () => new Promise((resume) => pauses.push(resume)),
  };
  return { lane, pauses, running };
}
