import { describe, expect, test } from '@jest/globals';
import { continueErasure, enqueueLostErasures, eraseContact, getErasure, newId } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createContact, createWebhook } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';
import { createPerson } from './create-person.js';

const worlds = useWorlds({ recordsErasedAtOnce: 30, deletionBatch: 10, erasureBatch: 10 });
const context = () => ({ ...worlds.context(), now: () => new Date() });

describe('an erasure that has no time left', () => {
  test('continues in other jobs, each from where the previous one ended, and erases the same data', async () => {
    const { contact } = await createPerson(worlds, { messageCount: 31 });
    const { id: bystanderId } = await createContact(worlds.database, worlds.own.tenant.id);
    const own = await createEvents(contact.id, 25);
    const others = await createEvents(bystanderId, 5);
    await eraseContact(context(), contact.id);
    const positions = await runJobs(contact.id);
    expect(new Set(positions.map(({ step }) => step ?? 0))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    // 25 events are three batches, and a fourth finds no more.
    expect(positions.filter(({ step, after }) => step === 1 && after).length).toBeGreaterThanOrEqual(3);
    const later = positions.filter(({ step = 0 }) => step > 0).map((position) => JSON.stringify(position));
    expect(new Set(later).size).toBe(later.length);
    expect(await getErasure(context(), contact.id)).toMatchObject({ state: 'completed' });
    expect(await countErased(own)).toBe(25);
    expect(await countErased(others)).toBe(0);
    expect(await worlds.database.prisma.erasedRecord.count({ where: { contactId: contact.id } })).toBe(0);
  });

  test('cancels at most one batch of deliveries in one transaction, and all of them in the end', async () => {
    const { contact } = await createPerson(worlds);
    const eventIds = await createEvents(contact.id, 12);
    await createDeliveries(eventIds);
    await eraseContact(context(), contact.id);
    const canceled = [0];
    await runJobs(contact.id, async () => {
      canceled.push(await countCanceled(eventIds));
      // A worker would send the erased data.
      expect(await countUnfinishedOfErased(eventIds)).toBe(0);
    });
    expect(canceled.at(-1)).toBe(24);
    expect(await countErased(eventIds)).toBe(12);
    const differences = canceled.map((count, index) => count - (canceled[index - 1] ?? 0));
    expect(Math.max(...differences)).toBe(10);
  });

  test('keeps its place among the jobs of the tenant', async () => {
    const { contact } = await createPerson(worlds);
    const requestedAt = new Date(Date.now() - 60_000);
    await eraseContact({ ...context(), now: () => requestedAt }, contact.id);
    expect(await continueErasure(context(), contact.id, { budgetMs: 0 })).toBe('enqueued');
    const jobs = await findJobs(worlds.database, 'erase-contact', contact.id);
    expect(jobs).toMatchObject([{ payload: { step: 1 }, runAt: requestedAt, isBulk: true }]);
  });
});

describe('a contact that is erased again meanwhile', () => {
  test.each([0, undefined])('has a job of its own for that (budget %s)', async (budgetMs) => {
    const { contact } = await createPerson(worlds);
    await eraseContact(context(), contact.id);
    await removeJobs(contact.id);
    const outcome = await whileHeld(worlds.database, {
      hold: (client) =>
        client.query(
          `update erasures set requested_at = requested_at + interval '1 second' where contact_id = $1`,
          [contact.id],
        ),
      work: () => continueErasure(context(), contact.id, budgetMs === undefined ? {} : { budgetMs }),
    });
    expect(outcome).toBe('superseded');
    expect(await findJobs(worlds.database, 'erase-contact', contact.id)).toEqual([]);
    expect(await getErasure(context(), contact.id)).toMatchObject({ state: 'running' });
  });

  test('is erased from the beginning by a job that continues the earlier erasure', async () => {
    const { contact } = await createPerson(worlds);
    const eventIds = await createEvents(contact.id, 1);
    await eraseContact(context(), contact.id);
    const last = { step: 5, requestedAt: '2026-11-14 09:30:00Z' };
    expect(await continueErasure(context(), contact.id, last)).toBe('completed');
    expect(await countErased(eventIds)).toBe(1);
  });
});

describe('a delivery that another transaction changes during the erasure', () => {
  test('is canceled', async () => {
    const { contact } = await createPerson(worlds);
    const eventIds = await createEvents(contact.id, 1);
    await createDeliveries(eventIds);
    await eraseContact(context(), contact.id);
    await whileHeld(worlds.database, {
      hold: (client) =>
        client.query(
          `update deliveries set status = 'delivering', lease_token = $2, lease_expires_at = now() + interval '1 hour'
           where event_id = $1`,
          [eventIds[0], newId()],
        ),
      work: () => continueErasure(context(), contact.id),
    });
    const left = await worlds.database.prisma.delivery.findMany({ where: { eventId: { in: eventIds } } });
    const canceled = { status: 'canceled', leaseToken: null, nextAttemptAt: null };
    expect(left).toMatchObject([canceled, canceled]);
    expect(await countErased(eventIds)).toBe(1);
  });
});

describe('an erasure that has been running for an hour', () => {
  test('gets a job if it has none, and keeps the job that it has, with its position', async () => {
    const { contact } = await createPerson(worlds);
    await eraseContact(context(), contact.id);
    await continueErasure(context(), contact.id, { budgetMs: 0 });
    const before = await findJobs(worlds.database, 'erase-contact', contact.id);
    expect(before).toMatchObject([{ payload: { step: 1 } }]);
    const later = new Date(Date.now() + 2 * 60 * 60 * 1_000);
    await enqueueLostErasures(worlds.database, later, worlds.sizes);
    expect(await findJobs(worlds.database, 'erase-contact', contact.id)).toEqual(before);
    await removeJobs(contact.id);
    expect(await enqueueLostErasures(worlds.database, later, worlds.sizes)).toBeGreaterThan(0);
    const after = await findJobs(worlds.database, 'erase-contact', contact.id);
    expect(after).toMatchObject([
      { payload: { tenantId: worlds.own.tenant.id, contactId: contact.id }, isBulk: true },
    ]);
    expect(await continueErasure(context(), contact.id)).toBe('completed');
  });
});

interface Position {
  readonly requestedAt?: string;
  readonly step?: number;
  readonly after?: string;
}

/** Runs the jobs of an erasure as a worker would, without time for more than one batch; returns their positions. */
async function runJobs(contactId: string, afterEach = async () => {}): Promise<Position[]> {
  const positions: Position[] = [];
  for (;;) {
    const [job, ...others] = await findJobs(worlds.database, 'erase-contact', contactId);
    expect(others).toEqual([]);
    const { requestedAt, step, after }: Position = job?.payload ?? {};
    positions.push({ ...(step !== undefined && { step }), ...(after !== undefined && { after }) });
    await removeJobs(contactId);
    const position = { requestedAt, step, after };
    const outcome = await continueErasure(context(), contactId, { ...position, budgetMs: 0 });
    await afterEach();
    if (outcome === 'completed') return positions;
    expect(outcome).toBe('enqueued');
  }
}

async function removeJobs(contactId: string): Promise<void> {
  await worlds.database.pool.query(
    `delete from graphile_worker._private_jobs where payload ->> 'contactId' = $1 and key like 'erase-contact:%'`,
    [contactId],
  );
}

async function createEvents(contactId: string, count: number): Promise<string[]> {
  const tenantId = worlds.own.tenant.id;
  const rows = Array.from({ length: count }, () => ({
    ...{ tenantId, id: newId(), type: 'contact.updated', contactId, data: { firstName: 'Ada' } },
  }));
  await worlds.database.prisma.event.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

/** Creates two deliveries of each event. */
async function createDeliveries(eventIds: readonly string[]): Promise<void> {
  const { database, own } = worlds;
  const tenantId = own.tenant.id;
  for (const _ of [1, 2]) {
    const { id: webhookId } = await createWebhook(database, tenantId);
    await database.prisma.delivery.createMany({
      data: eventIds.map((eventId) => ({
        ...{ tenantId, id: newId(), eventId, webhookId, eventType: 'contact_updated' as const },
      })),
    });
  }
}

function countCanceled(eventIds: readonly string[]): Promise<number> {
  return worlds.database.prisma.delivery.count({
    where: { eventId: { in: [...eventIds] }, status: 'canceled' },
  });
}

async function countUnfinishedOfErased(eventIds: readonly string[]): Promise<number> {
  const { rows } = await worlds.database.pool.query(
    `select from deliveries delivery join events event on event.id = delivery.event_id
     where event.id = any ($1::uuid[]) and event.data = '{"erased": true}'
       and delivery.status in ('pending', 'delivering')`,
    [eventIds],
  );
  return rows.length;
}

async function countErased(eventIds: readonly string[]): Promise<number> {
  const { rows } = await worlds.database.pool.query(
    `select from events where id = any ($1::uuid[]) and data = '{"erased": true}'`,
    [eventIds],
  );
  return rows.length;
}
