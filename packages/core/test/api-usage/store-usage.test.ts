import { describe, expect, test } from '@jest/globals';
import { UsageCounter } from '../../src/index.js';
import { createClock, createTenant } from '../testkit.js';
import { getChat, received, text, useStoredUsage } from './use-stored-usage.js';

const { worlds, store, storeCounted, createCaller, rowsOf } = useStoredUsage();

describe('stored usage', () => {
  test('has one row for each day, key and name, to which all processes add', async () => {
    const { tenant, key, caller } = await createCaller();
    const clock = createClock('2026-11-14T23:59:59.000Z');
    const [first, second] = [new UsageCounter(clock), new UsageCounter(clock)];
    first.count(caller, [getChat, text]);
    first.count(caller, [getChat]);
    second.count(caller, [getChat]);
    clock.set('2026-11-15T00:00:00.000Z');
    first.count(caller, [getChat]);
    await Promise.all([store(first), store(second)]);
    const keyId = key.id;
    expect(await rowsOf(tenant.id)).toEqual([
      { createdAt: new Date('2026-11-14'), keyId, kind: 'request_field', name: 'body.text', count: 1n },
      { createdAt: new Date('2026-11-14'), keyId, kind: 'operation', name: 'getChat', count: 3n },
      { createdAt: new Date('2026-11-15'), keyId, kind: 'operation', name: 'getChat', count: 1n },
    ]);
  });

  test('counts without a key apart from those of a key', async () => {
    const { tenant, key, caller } = await createCaller();
    const counter = new UsageCounter(createClock('2026-11-14T09:30:00.000Z'));
    counter.count(caller, [getChat]);
    counter.count({ tenantId: tenant.id, keyId: undefined }, [getChat, received]);
    await store(counter);
    await store(counter);
    const rows = await rowsOf(tenant.id);
    expect(rows.map(({ keyId, name, count }) => [keyId, name, count]).sort()).toEqual(
      [
        [null, 'getChat', 1n],
        [null, 'message.received', 1n],
        [key.id, 'getChat', 1n],
      ].sort(),
    );
  });

  test('is kept in memory when it cannot be stored, and stored later with what was counted meanwhile', async () => {
    const { tenant, caller } = await createCaller();
    const counter = new UsageCounter(createClock('2026-11-14T09:30:00.000Z'));
    counter.count(caller, [getChat]);
    const failures: unknown[] = [];
    const refuses = () => Promise.reject(new Error('no connection'));
    await store(counter, failures, { ...worlds.database, sql: refuses });
    expect(failures).toEqual([new Error('no connection')]);
    counter.count(caller, [getChat]);
    await store(counter);
    expect(await rowsOf(tenant.id)).toMatchObject([{ name: 'getChat', count: 2n }]);
  });

  test('does not grow while it cannot be stored: counts of the same day, caller and name are added up', async () => {
    const { tenant, caller } = await createCaller();
    const clock = createClock('2026-11-14T09:30:00.000Z');
    const counter = new UsageCounter({ ...clock, maxCounts: 2 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      counter.count(caller, [getChat]);
      counter.putBack(counter.take());
    }
    clock.set('2026-11-15T09:30:00.000Z');
    counter.count(caller, [getChat]);
    counter.putBack(counter.take());
    expect(counter.takeDropped()).toBe(0);
    await store(counter);
    expect(await rowsOf(tenant.id)).toMatchObject([
      { createdAt: new Date('2026-11-14'), count: 3n },
      { createdAt: new Date('2026-11-15'), count: 1n },
    ]);
  });

  test('of one tenant that cannot be stored does not hold back the others', async () => {
    const [first, broken, last] = [await createCaller(), await createCaller(), await createCaller()];
    const counter = new UsageCounter(createClock('2026-11-14T09:30:00.000Z'));
    counter.count(first.caller, [getChat]);
    counter.count(broken.caller, [{ ...text, name: 'NUL: \0' }, getChat]);
    counter.count(last.caller, [getChat]);
    const failures: unknown[] = [];
    await store(counter, failures);
    expect(failures).toHaveLength(1);
    expect(await rowsOf(first.tenant.id)).toHaveLength(1);
    expect(await rowsOf(last.tenant.id)).toHaveLength(1);
    expect(counter.take().map(({ caller }) => caller)).toEqual([broken.caller, broken.caller]);
  });

  test('has an id for every id of a tenant that the database accepts', async () => {
    const id = '12345678-1234-f234-f234-123456789012';
    const tenant = await createTenant(worlds.database, { id });
    const counter = new UsageCounter(createClock('2026-11-14T09:30:00.000Z'));
    counter.count({ tenantId: tenant.id, keyId: undefined }, [getChat]);
    const failures: unknown[] = [];
    await store(counter, failures);
    expect(failures).toEqual([]);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test('is not tried batch by batch while the database is unavailable, and nothing is dropped', async () => {
    const { caller } = await createCaller();
    const counter = new UsageCounter(createClock('2026-11-14T09:30:00.000Z'));
    counter.count(
      caller,
      Array.from({ length: 11 }, (_, index) => ({ ...text, name: `body.field${index}` })),
    );
    const failures: unknown[] = [];
    const lost = Object.assign(new Error('lost'), { code: 'ECONNREFUSED' });
    let attempts = 0;
    const sql = () => {
      attempts += 1;
      return Promise.reject(lost);
    };
    await store(counter, failures, { ...worlds.database, sql });
    expect({ attempts, failures }).toEqual({ attempts: 1, failures: [lost] });
    expect(counter.take()).toHaveLength(11);
  });

  test('leaves out a tenant that is being deleted or is gone, and stores the others', async () => {
    const [kept, leaving, gone] = [await createCaller(), await createCaller(), await createCaller()];
    const counter = new UsageCounter(createClock('2026-11-14T09:30:00.000Z'));
    for (const { caller } of [kept, leaving, gone]) counter.count(caller, [getChat]);
    const { prisma } = worlds.database;
    await prisma.tenant.update({ where: { id: leaving.tenant.id }, data: { deletionStartedAt: new Date() } });
    await prisma.apiKey.deleteMany({ where: { tenantId: gone.tenant.id } });
    await prisma.tenant.delete({ where: { id: gone.tenant.id } });
    const failures: unknown[] = [];
    await store(counter, failures);
    expect(failures).toEqual([]);
    expect(await rowsOf(kept.tenant.id)).toHaveLength(1);
    expect(await rowsOf(leaving.tenant.id)).toEqual([]);
  });

  test('needs one statement for all counts of a batch', async () => {
    const { tenant, caller } = await createCaller();
    const counter = new UsageCounter(createClock('2026-11-14T09:30:00.000Z'));
    counter.count(
      caller,
      Array.from({ length: 5 }, (_, index) => ({ ...text, name: `body.field${index}` })),
    );
    expect(await storeCounted(counter)).toEqual(['add-api-usage']);
    expect(await rowsOf(tenant.id)).toHaveLength(5);
  });
});

test('memory is bounded: names above the limit are dropped and reported, known names are still counted', async () => {
  const { tenant, caller } = await createCaller();
  const counter = new UsageCounter({ ...createClock('2026-11-14T09:30:00.000Z'), maxCounts: 1 });
  counter.count(caller, [getChat, text]);
  counter.count(caller, [getChat, text]);
  const dropped: unknown[] = [];
  await store(counter, dropped);
  expect(dropped).toEqual([2]);
  expect(await rowsOf(tenant.id)).toMatchObject([{ name: 'getChat', count: 2n }]);
  counter.count(caller, [text]);
  await store(counter);
  expect(await rowsOf(tenant.id)).toHaveLength(2);
});
