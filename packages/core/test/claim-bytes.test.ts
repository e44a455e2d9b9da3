import { describe, expect, test } from '@jest/globals';
import { claimDeliveries, type DeliveryToClaim, newId } from '../src/index.js';
import { now, pileUp } from './delivery-queue.js';
import { createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

const bytes = 100_000;
/** The first three events fit: the bytes of those before the third are below it. */
const maxBytes = 250_000;

const texts = {
  'a text that PostgreSQL compresses': `repeat('a', ${bytes})`,
  'a text that it cannot compress': `(
    select string_agg(md5(events.id::text || n), '') from generate_series(1, ${bytes} / 32) n
  )`,
};

/** Creates deliveries of large events, from the oldest event to the newest. */
async function pileUpLarge(count: number, text = texts['a text that PostgreSQL compresses']) {
  const pile = await pileUp(worlds.database, count);
  await worlds.database.pool.query(
    `update events set data = jsonb_build_object('text', ${text}) where tenant_id = $1`,
    [pile.tenantId],
  );
  const requested = pile.asked().sort((one, other) => (one.eventId < other.eventId ? -1 : 1));
  return { ...pile, requested };
}

const claim = (requested: readonly DeliveryToClaim[], limit = { maxBytes }) =>
  claimDeliveries(worlds.database, requested, { now, leaseMs: 60_000, ...limit });

const idsOf = (deliveries: readonly DeliveryToClaim[]) =>
  deliveries.map(({ deliveryId }) => deliveryId).sort();

const again = (deliveries: readonly DeliveryToClaim[]) =>
  deliveries.map((delivery) => ({ ...delivery, leaseToken: newId() }));

describe('a claim with a limit of bytes', () => {
  test.each(Object.entries(texts))(
    'takes the oldest events until they have the bytes, and leaves the others unchanged: %s',
    async (_name, text) => {
      const { requested } = await pileUpLarge(5, text);
      const first = await claim(requested);
      expect(idsOf(first.claimed)).toEqual(idsOf(requested.slice(0, 3)));
      expect(first.isFull).toBe(true);
      const second = await claim(again(requested.slice(3)));
      expect(idsOf(second.claimed)).toEqual(idsOf(requested.slice(3)));
      expect(second.claimed.map(({ attemptNumber }) => attemptNumber)).toEqual([1, 1]);
      expect(second.isFull).toBe(false);
    },
  );

  test('takes one event, however large it is', async () => {
    const { requested } = await pileUpLarge(2);
    const { claimed, isFull } = await claim(requested, { maxBytes: 1 });
    expect(idsOf(claimed)).toEqual(idsOf(requested.slice(0, 1)));
    expect(isFull).toBe(true);
  });

  test('counts an event once, however many deliveries it has', async () => {
    const { tenantId, requested } = await pileUpLarge(3);
    const [first] = requested;
    if (!first) throw new Error('There is no delivery.');
    for (const { deliveryId } of requested) {
      const { id: webhookId } = await createWebhook(worlds.database, tenantId);
      await worlds.database.pool.query(
        'update deliveries set event_id = $3, webhook_id = $4 where tenant_id = $1 and id = $2',
        [tenantId, deliveryId, first.eventId, webhookId],
      );
    }
    const ofOneEvent = requested.map((delivery) => ({ ...delivery, eventId: first.eventId }));
    const { claimed, isFull } = await claim(ofOneEvent);
    expect(idsOf(claimed)).toEqual(idsOf(requested));
    expect(isFull).toBe(false);
  });
});
