import { expect, test } from '@jest/globals';
import { useConnections, useResource } from '../../testkit/src/hooks/index.js';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { readPrimaryPosition } from '../src/replica/read-positions.js';
import { startTemporaryServer } from './support/temporary-server.js';

const server = useResource(startTemporaryServer, ({ stop }) => stop());
const database = useConnections(server, { poolSize: 2 });

const readIncarnation = async () => (await readPrimaryPosition(database.sql)).incarnation;

test('a server that recovers from the crash of one of its processes has another incarnation', async () => {
  const before = await readIncarnation();
  await database.pool.query('checkpoint');
  expect(await readIncarnation()).toBe(before);
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid } = server;
  process.kill(Number(rows[0]?.pid), 'SIGKILL');
  await waitUntil(async () => {
    const now = await readIncarnation().catch(() => before);
    return now !== before;
  });
  // The postmaster is the same, so that its start alone would not show the crash.
  expect(server.pid).toBe(pid);
});
