import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, type LocalPostgres, openDatabase, type Sql } from '../src/index.js';
import { waitFor } from '../src/local/wait-for.js';
import { readPrimaryPosition } from '../src/replica/read-positions.js';
import { watchReplica } from '../src/replica/watch-replica.js';
import { startTemporaryServer } from './support/temporary-server.js';

let server: LocalPostgres;
let database: Database;

beforeAll(async () => {
  server = await startTemporaryServer();
  database = openDatabase({ url: server.url, poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const readIncarnation = async () => (await readPrimaryPosition(database.sql)).incarnation;

test('a server that recovers from the crash of one of its processes has another incarnation', async () => {
  const before = await readIncarnation();
  await database.pool.query('checkpoint');
  expect(await readIncarnation()).toBe(before);
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid } = server;
  process.kill(Number(rows[0]?.pid), 'SIGKILL');
  await waitFor('the recovery', 20_000, async () => {
    const now = await readIncarnation().catch(() => before);
    return now !== before;
  });
  // The postmaster is the same, so that its start alone would not show the crash.
  expect(server.pid).toBe(pid);
});

test('a replica is used after a crash of its primary only when it has replayed what the primary had after the crash', async () => {
  const primary = { systemId: '1', flushed: '100', incarnation: 'before' };
  let replayed = '100';
  let readings = 0;
  // The rows of the statements, without servers.
  const rows = (row: () => object): Sql => (async () => [row()]) as unknown as Sql;
  const watch = watchReplica({
    primary: rows(() => ({ ...primary })),
    replica: rows(() => {
      readings += 1;
      return { systemId: '1', replayed };
    }),
    maxLagMs: 60_000,
    onChange: () => undefined,
  });
  const untilRead = async () => {
    const after = readings + 2;
    await waitFor('two readings', 5_000, async () => readings >= after);
  };
  try {
    await waitFor('the first reading', 5_000, async () => watch.isUsable());
    Object.assign(primary, { flushed: '200', incarnation: 'after' });
    await untilRead();
    expect([watch.isUsable(), watch.hasReplayed(100n)]).toEqual([false, false]);
    replayed = '200';
    await untilRead();
    expect([watch.isUsable(), watch.hasReplayed(200n)]).toEqual([true, true]);
  } finally {
    await watch.stop();
  }
});
