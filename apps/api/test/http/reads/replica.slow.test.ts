import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { v3 } from '@parley/contract/operations';
import { openDatabase } from '@parley/database';
import {
  createTestDatabase,
  createToken,
  createWorld,
  expectStatus,
  type ReplicatedServers,
  startReplicatedServers,
  testKeys,
  tokenOf,
  validRequest,
} from '@parley/testkit';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import { waitUntil } from '@parley/testkit/wait-until';
import type pg from 'pg';
import { kindOf } from '../../../src/http/reads/read-operations.js';
import { countLines, createContact, isUsable, searchFor } from './support/app-calls.js';
import { countWaiting, lockOnReplica } from './support/lock-on-replica.js';
import { readReads } from './support/read-metrics.js';
import { connectToReplica, replayAll } from './support/replica-connection.js';

jest.setTimeout(90_000);

let servers: ReplicatedServers;
let database: ReturnType<typeof openDatabase>;
let replay: pg.Client;
/** Two processes of the API, and a third that accepts only a short lag. */
let apps: TestApp[] = [];

beforeAll(async () => {
  servers = await startReplicatedServers();
  database = openDatabase({ url: servers.primary.url, keys: testKeys, poolSize: 2 });
  replay = await connectToReplica(servers.replica.url);
  const patient = { DATABASE_READ_MAX_LAG_MS: '300000' };
  apps = await Promise.all([start(patient), start(patient), start({ DATABASE_READ_MAX_LAG_MS: '2000' })]);
  await Promise.all(apps.map(isUsable));
});

afterEach(async () => {
  await replay.query('select pg_wal_replay_resume()');
});

afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await replay?.end();
  await database?.close();
  await servers?.stop();
});

describe('a read that may lag', () => {
  test('every such operation succeeds on the replica, and none runs again on the primary', async () => {
    const [app] = startedApps();
    const world = await createWorld(database);
    const token = await tokenOf(world.key);
    await replayAll(database, replay);
    const before = await readReads(app);
    const operations = Object.values(v3.operations).filter((operation) => kindOf(operation) === 'may lag');
    for (const { operationId } of operations)
      expectStatus(
        await app.v3.callAny(operationId, { ...validRequest(world, 'v3', operationId), token }),
        200,
      );
    const after = await readReads(app);
    expect(after.replica - before.replica).toBe(operations.length);
    expect(after.primary - before.primary).toBe(0);
  });

  test('is current for the key that wrote, in every process; other keys see the state of the replica', async () => {
    const [first, second] = startedApps();
    const { id } = await createContact(first, 'Ada');
    const other = await createToken(database, first.tenant.id);
    await replayAll(database, replay);
    await replay.query('select pg_wal_replay_pause()');
    const params = { contactId: id };
    expectStatus(await first.v3.call('updateContact', { params, body: { firstName: 'Grace' } }), 200);

    for (const app of [first, second]) {
      const own = await app.v3.call('getContact', { params, token: first.token });
      expect(own.body).toMatchObject({ data: { firstName: 'Grace' } });
      const others = await app.v3.call('getContact', { params, token: other });
      expect(others.body).toMatchObject({ data: { firstName: 'Ada' } });
      const found = await searchFor(app, 'Grace', first.token);
      expect(found.body).toMatchObject({ data: [{ id }] });
      const notYet = await searchFor(app, 'Grace', other);
      expect(notYet.body).toMatchObject({ data: [] });
    }

    await replay.query('select pg_wal_replay_resume()');
    await waitUntil(async () => {
      const before = await readReads(second);
      const own = await second.v3.call('getContact', { params, token: first.token });
      expect(own.body).toMatchObject({ data: { firstName: 'Grace' } });
      return (await readReads(second)).replica > before.replica;
    });
  });

  test('finds a record of another key that the replica does not have yet', async () => {
    const [first, second] = startedApps();
    const other = await createToken(database, first.tenant.id);
    await replayAll(database, replay);
    await replay.query('select pg_wal_replay_pause()');
    const { id } = await createContact(first, 'Edsger');
    const before = await readReads(second);
    expectStatus(await second.v3.call('getContact', { params: { contactId: id }, token: other }), 200);
    const after = await readReads(second);
    expect(after.failedOnReplica - before.failedOnReplica).toBe(1);
  });

  test('uses the primary while the replica lags beyond the bound, and says so once', async () => {
    const [, , strict] = startedApps();
    await replayAll(database, replay);
    await isUsable(strict);
    const lines = countLines(strict, 'too far behind');
    await replay.query('select pg_wal_replay_pause()');
    const { id } = await createContact(strict, 'Barbara');
    await waitUntil(async () => countLines(strict, 'too far behind') === lines + 1);
    const other = await createToken(database, strict.tenant.id);
    const found = await searchFor(strict, 'Barbara', other);
    expect(found.body).toMatchObject({ data: [{ id }] });
    expect(countLines(strict, 'too far behind')).toBe(lines + 1);
    expect((await readReads(strict)).lagSeconds).toBeGreaterThan(2);
    await replay.query('select pg_wal_replay_resume()');
    await isUsable(strict);
    expect(countLines(strict, 'too far behind')).toBe(lines + 1);
  });

  test('that takes too long on the replica is ended there and runs on the primary; other reads still use the replica', async () => {
    const [app] = startedApps();
    const { id } = await createContact(app, 'Grete');
    const other = await createToken(database, app.tenant.id);
    await replayAll(database, replay);
    await isUsable(app);
    await lockOnReplica({ primary: database.pool, replica: replay }, 'contacts');
    const [before, lines] = [await readReads(app), countLines(app, 'unreachable')];
    const startedAtMs = performance.now();
    expectStatus(await app.v3.call('getContact', { params: { contactId: id }, token: other }), 200);
    expectStatus(await app.v3.call('searchLabels', { body: {}, token: other }), 200);
    const after = await readReads(app);
    expect(after.failedOnReplica - before.failedOnReplica).toBe(1);
    expect(after.replica - before.replica).toBe(1);
    expect(after.isUsable).toBe(1);
    expect(countLines(app, 'unreachable')).toBe(lines);
    await waitUntil(async () => (await countWaiting(replay)) === 0);
    // Without a limit of its own, the statement would wait for 30 seconds.
    expect(performance.now() - startedAtMs).toBeLessThan(20_000);
  });

  test('uses the primary while the replica is down, without an error; readiness does not change', async () => {
    const [app] = startedApps();
    const { id } = await createContact(app, 'Alan');
    const read = () => app.v3.call('getContact', { params: { contactId: id } });
    await replayAll(database, replay);
    const lines = countLines(app, 'unreachable');
    const running = Promise.all(Array.from({ length: 40 }, () => read()));
    process.kill(servers.replica.pid, 'SIGKILL');
    for (const response of await running) expectStatus(response, 200);
    await waitUntil(async () => {
      expectStatus(await read(), 200);
      expectStatus(await searchFor(app, 'Alan'), 200);
      // The replica starts again within a second, so the metric may already show that it is usable.
      return countLines(app, 'unreachable') > lines;
    });
    expect((await app.send('GET', '/readyz')).status).toBe(200);
    await isUsable(app);
    expect(countLines(app, 'unreachable')).toBe(lines + 1);
    expectStatus(await read(), 200);
    await replay.end().catch(() => undefined);
    replay = await connectToReplica(servers.replica.url);
  });
});

describe('a write', () => {
  test('that a rule refused is not recorded', async () => {
    const [app] = startedApps();
    const token = await createToken(database, app.tenant.id);
    const before = await countRecorded(app);
    const params = { contactId: randomUUID() };
    expectStatus(await app.v3.call('updateContact', { params, body: { firstName: 'Ada' }, token }), 404);
    expect(await countRecorded(app)).toBe(before);
    expectStatus(await app.v3.call('createContact', { body: { firstName: 'Ada' }, token }), 200);
    expect(await countRecorded(app)).toBe(before + 1);
  });

  test('that fails because the database is unavailable does not wait until it is recorded', async () => {
    const [app] = startedApps();
    const blocker = await database.pool.connect();
    const isNotRecorded = (line: string) => line.includes('the position of a write was not recorded');
    try {
      await blocker.query(`create function fill_disk() returns trigger language plpgsql as
        $$ begin raise exception 'The disk is full' using errcode = '53100'; end $$;
        create trigger fill_disk before insert on contacts execute function fill_disk()`);
      await blocker.query('begin; lock table key_writes in access exclusive mode');
      expectStatus(await app.v3.call('createContact', { body: { firstName: 'Ada' } }), 503);
      expect(app.logs.filter(isNotRecorded)).toEqual([]);
    } finally {
      await blocker.query('rollback; drop function fill_disk cascade');
      blocker.release();
    }
  });
});

test('a server that is not a replica of the database is not used', async () => {
  const other = await createTestDatabase();
  const app = await start({ DATABASE_READ_URL: other.url });
  try {
    await waitUntil(async () => countLines(app, 'not a replica of this database') === 1);
    const { id } = await createContact(app, 'Donald');
    expectStatus(await app.v3.call('getContact', { params: { contactId: id } }), 200);
    expect((await readReads(app)).replica).toBe(0);
  } finally {
    await app.stop();
    await other.close();
  }
});

function start(env: Readonly<Record<string, string>>): Promise<TestApp> {
  return startTestApp({
    env: { DATABASE_READ_URL: servers.replica.url, ...env },
    database: { url: servers.primary.url, database },
  });
}

function startedApps(): [TestApp, TestApp, TestApp] {
  const [first, second, strict] = apps;
  if (!first || !second || !strict) throw new Error('The processes have not started.');
  return [first, second, strict];
}

/** The number of keys of the tenant whose writes are recorded. */
async function countRecorded({ tenant }: TestApp): Promise<number> {
  const { rows } = await database.pool.query('select from key_writes where tenant_id = $1', [tenant.id]);
  return rows.length;
}
