import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, type LocalPostgres, openDatabase } from '../src/index.js';
import { waitFor } from '../src/local/wait-for.js';
import { readPrimaryPosition } from '../src/replica/read-positions.js';
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
