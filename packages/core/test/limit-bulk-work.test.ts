import { expect, test } from '@jest/globals';
import { BulkWorkBusyError, BulkWorkSlots } from '../src/bulk-work-slots.js';
import {
  cancelCampaign,
  deleteCampaign,
  deleteChannel,
  resendDeliveries,
  startOccurrence,
} from '../src/index.js';
import { limitBulkWork } from '../src/sql/limit-bulk-work.js';
import { prepareCampaign } from './campaigns/prepare-campaign.js';
import { createSignal } from './create-signal.js';
import { createContext } from './test-context.js';
import { createChannel, createDelivery, createWebhook } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();

test('bulk work uses at most half of the connections and leaves one of them to another tenant, even after a failure, and all of it completes', async () => {
  const context = createContext(worlds.database, worlds.own.tenant.id);
  const half = Math.floor(worlds.database.pool.options.max / 2);
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await worlds.database.pool.query('select 1');
    running -= 1;
    if (index === 0) throw new Error('on purpose');
    return index;
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 * half + 2 }, (_, index) => limitBulkWork(context, work(index))),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(most).toBe(Math.max(1, half - 1));
});

test('bulk work of a tenant does not wait for all waiting work of another tenant', async () => {
  const [busy, small] = [worlds.context(), worlds.otherContext()];
  const slots = Math.max(1, Math.floor(worlds.database.pool.options.max / 2));
  const order: string[] = [];
  const freeSlots = occupySlots();
  const work = (name: string) => async () => {
    order.push(name);
  };
  const busyWork = Array.from({ length: 2 * slots }, () => limitBulkWork(busy, work('busy')));
  const smallWork = Array.from({ length: 2 }, () => limitBulkWork(small, work('small')));
  freeSlots();
  await Promise.all([...busyWork, ...smallWork]);
  // The first free slot goes to the tenant that has nothing running.
  expect(order.indexOf('small')).toBe(0);
  expect(order.lastIndexOf('small')).toBeLessThanOrEqual(slots);
});

test('bulk work of a tenant starts while the work of another occupies the slots of that tenant', async () => {
  const freeSlots = occupySlots();
  expect(await limitBulkWork(worlds.otherContext(), async () => 'started')).toBe('started');
  freeSlots();
});

test('bulk work that has waited too long is refused, and the others keep their turn', async () => {
  const slots = new BulkWorkSlots({ size: 1, waitMs: 50 });
  await slots.acquire('busy');
  const refused = await Promise.allSettled([slots.acquire('busy'), slots.acquire('small')]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(refused[1]).toMatchObject({ reason: expect.any(BulkWorkBusyError) });
  const next = slots.acquire('small');
  slots.release('busy');
  await next;
  // Work that was refused holds no slot.
  slots.release('small');
  await slots.acquire('small');
});

test('canceling and deleting count as bulk work for campaigns that were sent, and not for others', async () => {
  const sent = await prepareCampaign(worlds);
  await startOccurrence(sent.context, sent.campaign.id);
  const [canceled, deleted] = [await prepareCampaign(worlds), await prepareCampaign(worlds)];
  const channel = await createChannel(worlds.database, worlds.own.tenant.id);
  const freeSlots = occupySlots(sent.context);
  const cancel = cancelCampaign(sent.context, sent.campaign.id);
  expect(await cancelCampaign(canceled.context, canceled.campaign.id)).toMatchObject({ status: 'canceled' });
  expect((await deleteCampaign(deleted.context, deleted.campaign.id)).deletedIds).toHaveLength(1);
  expect((await deleteChannel(worlds.context(), channel.id)).deletedIds).toHaveLength(1);
  expect(await sent.status()).toBe('running');
  freeSlots();
  expect(await cancel).toMatchObject({ status: 'canceled' });
});

test('resending the deliveries of a period counts as bulk work', async () => {
  const context = worlds.context();
  const webhook = await createWebhook(worlds.database, worlds.own.tenant.id);
  const { createdAt } = await createDelivery(worlds.database, webhook, { status: 'failed' });
  const resends = () =>
    worlds.database.prisma.delivery.count({ where: { webhookId: webhook.id, NOT: { resendOfId: null } } });
  const [from, to] = [-1, 1].map((ms) => new Date(createdAt.getTime() + ms).toISOString());
  if (!from || !to) throw new Error('The period has two ends');
  const freeSlots = occupySlots(context);
  const resend = resendDeliveries(context, { webhookId: webhook.id, from, to, status: 'failed' });
  // A resend that did not wait for a slot would end before one that another tenant asks for after it.
  const foreign = await createWebhook(worlds.database, worlds.other.tenant.id);
  const period = { webhookId: foreign.id, from, to, status: 'failed' } as const;
  expect(await resendDeliveries(worlds.otherContext(), period)).toEqual({ resentCount: 0 });
  expect(await resends()).toBe(0);
  freeSlots();
  expect(await resend).toEqual({ resentCount: 1 });
  expect(await resends()).toBe(1);
});

/** Occupies all slots of bulk work that a tenant can have; returns a function that frees them. */
function occupySlots(context = worlds.context()): () => void {
  const [freed, free] = createSignal();
  const slots = Math.max(1, Math.floor(worlds.database.pool.options.max / 2));
  for (let slot = 0; slot < slots; slot += 1) void limitBulkWork(context, () => freed);
  return free;
}
