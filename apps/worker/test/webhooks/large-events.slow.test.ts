import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { newId } from '@parley/core';
import type { Webhook } from '@parley/database';
import { recordRoundTrips } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(60_000);

const running = useWorker();
const { receiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf, untilDelivery } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

interface LargeEvents {
  readonly count: number;
  readonly bytes: number;
}

/** Adds copies of the event of a delivery, each with a long name of its contact, and one job for each of them. */
async function addLargeEvents(
  webhook: Webhook,
  deliveryId: string,
  { count, bytes }: LargeEvents,
): Promise<void> {
  const { pool } = running.database;
  const ids = Array.from({ length: count }, () => newId());
  await pool.query(
    `insert into events (tenant_id, id, type, legacy_type, data)
     select event.tenant_id, added.id, event.type, event.legacy_type,
       jsonb_set(event.data, '{contact,firstName}', to_jsonb(repeat('a', $3)))
     from deliveries delivery
     join events event on event.tenant_id = delivery.tenant_id and event.id = delivery.event_id
     cross join unnest($2::uuid[]) as added(id) where delivery.id = $1`,
    [deliveryId, ids, bytes],
  );
  // In these deliveries, the id is that of the event.
  await pool.query(
    `insert into deliveries (tenant_id, id, event_id, webhook_id, event_type)
     select tenant_id, added.id, added.id, webhook_id, event_type
     from deliveries delivery cross join unnest($2::uuid[]) as added(id) where delivery.id = $1`,
    [deliveryId, ids],
  );
  await pool.query(
    `select graphile_worker.add_jobs(array_agg(('deliver', json_build_object('tenantId', $1::text, 'eventId', id,
       'deliveryId', id), null, null, null, 'deliver:' || id, null, null)::graphile_worker.job_spec))
     from unnest($2::text[]) as added(id)`,
    [webhook.tenantId, ids],
  );
}

describe('deliveries of large events', () => {
  test('are claimed by several statements, none of which reads all of them, and each is sent once', async () => {
    // Together they have more than six times the bytes of one claim.
    const eventCount = 48;
    const target = await receiver();
    const webhook = await subscribe(target.url);
    await change(await chat());
    const { id } = await untilDelivery(webhook, ({ status }) => status === 'succeeded');
    const { roundTrips } = await recordRoundTrips(async () => {
      await addLargeEvents(webhook, id, { count: eventCount, bytes: 300_000 });
      await waitUntil(() => target.requests.length === 1 + eventCount);
    });
    await waitUntil(async () => (await deliveriesOf(webhook)).every(({ status }) => status === 'succeeded'));
    const deliveries = await deliveriesOf(webhook);
    expect(deliveries.map(({ attemptCount }) => attemptCount)).toEqual(Array(1 + eventCount).fill(1));
    expect(new Set(target.requests.map(({ body }) => JSON.parse(body).id)).size).toBe(1 + eventCount);
    const claims = roundTrips.flat().filter((name) => name === 'claim-deliveries');
    expect(claims.length).toBeGreaterThanOrEqual(7);
  });

  test('that wait for their endpoint have at most 32 MB; the others wait in the queue, and each is sent once', async () => {
    const waiting: ServerResponse[] = [];
    let isHanging = false;
    const target = await receiver((response) => {
      if (isHanging) waiting.push(response);
      else response.end('ok');
    });
    const webhook = await subscribe(target.url);
    await change(await chat());
    const { id } = await untilDelivery(webhook, ({ status }) => status === 'succeeded');
    isHanging = true;
    await addLargeEvents(webhook, id, { count: 6, bytes: 9_000_000 });
    const postponed = async () =>
      (await deliveriesOf(webhook)).filter(
        ({ status, nextAttemptAt }) => status === 'pending' && nextAttemptAt !== null,
      );
    await waitUntil(async () => (await postponed()).length === 3);
    expect((await postponed()).map(({ attemptCount }) => attemptCount)).toEqual([0, 0, 0]);
    await waitUntil(() => waiting.length === 3);
    isHanging = false;
    for (const response of waiting) response.end('ok');
    await waitUntil(async () => (await deliveriesOf(webhook)).every(({ status }) => status === 'succeeded'));
    const deliveries = await deliveriesOf(webhook);
    expect(deliveries.map(({ attemptCount }) => attemptCount)).toEqual(Array(7).fill(1));
    expect(target.requests).toHaveLength(7);
  });
});
