import { describe, expect, jest, test } from '@jest/globals';
import { createTenant, createWebhook, skewedClock } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { startReceiver } from '../outbound-http/start-receiver.js';
import { addDelivery, makeDue } from '../support/add-delivery.js';
import { startWorkerProcess, type WorkerProcess } from '../support/start-worker-process.js';

jest.setTimeout(120_000);

const target = useTestDatabase();

describe('a worker whose clock is off', () => {
  test.each([30_000, -30_000])(
    'by %i ms attempts a delivery when it is due, and records the time of the database',
    async (skewMs) => {
      const receiver = await startReceiver();
      const tenant = await createTenant(target.database);
      const { id: webhookId } = await createWebhook(target.database, tenant.id, {
        url: `http://127.0.0.1:${receiver.port}/hook`,
      });
      let worker: WorkerProcess | undefined;
      try {
        worker = await startWorkerProcess(target.url, { NODE_OPTIONS: skewedClock(skewMs) });
        const { pool } = target.database;
        const deliveryId = await addDelivery({ database: target.database, tenant }, webhookId);
        await makeDue({ database: target.database, tenant }, deliveryId, 0);
        const read = () =>
          pool.query<{ off: number }>(
            `select abs(extract(epoch from started_at - event.created_at))::float8 as off
           from delivery_attempts join deliveries delivery on delivery.id = delivery_id
           join events event on event.id = event_id where delivery.id = $1`,
            [deliveryId],
          );
        await waitUntil(async () => ((await read()).rowCount ?? 0) > 0);
        const [attempt] = (await read()).rows;
        // On a busy machine an attempt takes seconds, but not half a minute.
        expect(attempt?.off).toBeLessThan(25);
      } finally {
        worker?.kill('SIGTERM');
        await worker?.ended();
        await receiver.close();
      }
    },
  );
});
