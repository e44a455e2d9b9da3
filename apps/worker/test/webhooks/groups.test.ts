import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { newId } from '@parley/core';
import type { Webhook } from '@parley/database';
import { recordRoundTrips } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { maxJobAttempts } from '../../src/jobs/run-job.js';
import { SharedBodies } from '../../src/webhooks/shared-bodies.js';
import { addDelivery } from '../support/add-delivery.js';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { later, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker({ timing: { graceMs: 100 } });
const { receiver, silentReceiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf, untilDelivery } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

const subscribeAll = async (url: string, count: number): Promise<Webhook[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => subscribe(`${url}/${index}`)));

const jobsWith = async (deliveryId: string) => {
  const { rows } = await running.database.pool.query<{ task: string; key: string | null }>(
    `select task_identifier as task, key from graphile_worker.jobs
     where id in (select id from graphile_worker._private_jobs where position($1 in payload::text) > 0)`,
    [deliveryId],
  );
  return rows;
};

const countDueJobs = async () => {
  const { rowCount } = await running.database.pool.query(
    'select from graphile_worker._private_jobs where run_at <= now() or locked_by is not null',
  );
  return rowCount ?? 0;
};

describe('the deliveries of one event, which share a job', () => {
  test('are recorded while one of their endpoints hangs, and the hanging endpoint does not keep the job running', async () => {
    const healthy = await receiver();
    const hanging = await silentReceiver();
    const stuck = await subscribe(hanging.url);
    const others = await subscribeAll(healthy.url, 9);
    await change(await chat());
    for (const webhook of others) {
      const { attempts } = await untilDelivery(webhook, ({ status }) => status === 'succeeded');
      expect(attempts).toHaveLength(1);
    }
    const [delivery] = await deliveriesOf(stuck);
    expect(delivery).toMatchObject({ status: 'delivering', attemptCount: 1, attempts: [] });
    await waitUntil(async () => (await jobsWith(delivery?.id ?? '')).length === 0);
  });

  test('are claimed by two statements when there are fifty', async () => {
    const target = await receiver();
    await subscribeAll(target.url, 50);
    const event = await chat();
    // A job of an earlier test would claim its deliveries, which are gone, by a statement of its own.
    await waitUntil(async () => (await countDueJobs()) === 0);
    const { roundTrips } = await recordRoundTrips(async () => {
      await change(event);
      await waitUntil(() => target.requests.length === 50);
    });
    expect(roundTrips.flat().filter((name) => name === 'claim-deliveries')).toHaveLength(2);
  });

  test('are retried separately, each by a job of its own', async () => {
    const healthy = await receiver();
    const failing = await receiver((response) => response.writeHead(503, later).end());
    const [broken, other] = [await subscribe(failing.url), await subscribe(healthy.url)];
    await change(await chat());
    const retried = await untilDelivery(
      broken,
      ({ status, attemptCount }) => status === 'pending' && attemptCount === 1,
    );
    expect(retried.attempts).toMatchObject([{ number: 1, statusCode: 503 }]);
    // The shared job ends after the outcome that it leaves is recorded.
    await waitUntil(async () => (await jobsWith(retried.id)).every(({ task }) => task !== 'deliver-event'));
    expect(await jobsWith(retried.id)).toEqual([{ task: 'deliver', key: `deliver:${retried.id}` }]);
    const { attempts } = await untilDelivery(other, ({ status }) => status === 'succeeded');
    expect(attempts).toHaveLength(1);
    expect(healthy.requests).toHaveLength(1);
  });

  test('are each sent once when the job runs again after some of them were claimed', async () => {
    const target = await receiver();
    const webhooks = await subscribeAll(target.url, 3);
    const [third] = webhooks.slice(2);
    if (!third) throw new Error('A webhook is missing.');
    await change(await chat());
    for (const webhook of webhooks) await untilDelivery(webhook, ({ status }) => status === 'succeeded');
    const ids = await Promise.all(webhooks.map(async (webhook) => (await deliveriesOf(webhook))[0]?.id));
    const { pool } = running.database;
    const event = await pool.query<{ eventId: string }>(
      'select event_id as "eventId" from deliveries where id = $1',
      [ids[0]],
    );
    // This is the state after a crash before the third delivery was claimed.
    await pool.query(
      `update deliveries set status = 'pending', next_attempt_at = now(), attempt_count = 0 where id = $1`,
      [ids[2]],
    );
    await pool.query('delete from delivery_attempts where delivery_id = $1', [ids[2]]);
    await pool.query(`select graphile_worker.add_job('deliver-event', $1::json)`, [
      JSON.stringify({ tenantId: running.tenant.id, eventId: event.rows[0]?.eventId, deliveryIds: ids }),
    ]);
    const again = await untilDelivery(third, ({ status }) => status === 'succeeded');
    expect(again.attempts).toHaveLength(1);
    await waitUntil(async () => (await jobsWith(ids[2] ?? '')).length === 0);
    expect(target.requests.map(({ path }) => path).sort()).toEqual(
      ['/hook/0', '/hook/1', '/hook/2', '/hook/2'].sort(),
    );
  });

  test('are all marked as failed when their job is dead', async () => {
    const target = await receiver();
    const [first, second] = [await subscribe(target.url), await subscribe(target.url)];
    const { prisma, pool } = running.database;
    const ids = [await addDelivery(running, first.id), newId()] as const;
    const added = await prisma.delivery.findFirstOrThrow({ where: { id: ids[0] } });
    const { tenantId, eventId, eventType } = added;
    await prisma.delivery.create({
      data: { tenantId, id: ids[1], eventId, eventType, webhookId: second.id },
    });
    await pool.query(
      `select graphile_worker.add_job('deliver-event', $1::json, run_at := now() + interval '1 hour')`,
      [JSON.stringify({ tenantId, eventId, deliveryIds: ids })],
    );
    await pool.query(
      `update graphile_worker._private_jobs set attempts = $2, run_at = now()
       where position($1 in payload::text) > 0`,
      [ids[0], maxJobAttempts],
    );
    for (const webhook of [first, second]) {
      const { attempts } = await untilDelivery(webhook, ({ status }) => status === 'failed');
      expect(attempts).toMatchObject([{ error: expect.stringContaining('internal error') }]);
    }
    expect(target.requests).toEqual([]);
  });
});

describe('the body of an event', () => {
  test('is written once for the deliveries that were claimed together, and once for each name of the event', async () => {
    const bodies = new SharedBodies();
    const written: string[] = [];
    const event = { id: 'a', type: 'message.received', createdAt: '', data: {} } as const;
    const get = (eventType: 'message.received' | 'WHATSAPP_MESSAGE_RECEIVED', of: typeof event) =>
      // Only these two fields are read.
      bodies.get({ event: of, eventType } as Parameters<SharedBodies['get']>[0], async () => {
        written.push(eventType);
        return `${eventType} of ${of.id}`;
      });
    for (const _ of [1, 2]) {
      expect(await get('message.received', event)).toBe('message.received of a');
      expect(await get('WHATSAPP_MESSAGE_RECEIVED', event)).toBe('WHATSAPP_MESSAGE_RECEIVED of a');
    }
    expect(written).toEqual(['message.received', 'WHATSAPP_MESSAGE_RECEIVED']);
    await get('message.received', { ...event });
    expect(written).toHaveLength(3);
  });
});
