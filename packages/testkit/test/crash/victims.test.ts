import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { listen } from '../../src/crash/listen.js';
import { findVictim, type VictimCluster } from '../../src/crash/victims.js';
import { useTestDatabase } from '../../src/hooks/index.js';

const test = useTestDatabase();
let server: Server;
let served: Awaited<ReturnType<typeof listen>>;
let statusOf: () => number;

beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(statusOf()).end());
  served = await listen(server);
});

beforeEach(async () => {
  await test.database.pool.query('truncate workers');
});

afterAll(() => served.stop());

describe('findVictim', () => {
  it('reports a worker as ready by its own heartbeat, not by that of another worker', async () => {
    const [own, siblings] = [newId(), newId()];
    const worker = await findVictim(clusterOf({ workerId: own }), 'worker-1');
    await beat(siblings);
    expect(await worker.isReady(1)).toBe(false);
    await beat(own);
    expect(await worker.isReady(1)).toBe(true);
  });

  it('does not report a worker as ready by the heartbeat of its predecessor', async () => {
    const [own, predecessors] = [newId(), newId()];
    await beat(predecessors);
    expect(await (await findVictim(clusterOf({ workerId: own }), 'worker-1')).isReady(1)).toBe(false);
    expect(await (await findVictim(clusterOf({ workerId: undefined }), 'worker-1')).isReady(1)).toBe(false);
  });

  it('does not report a worker as ready without a recent heartbeat', async () => {
    const own = newId();
    await beat(own, '6 seconds');
    expect(await (await findVictim(clusterOf({ workerId: own }), 'worker-1')).isReady(1)).toBe(false);
  });

  it('does not report a worker as ready by the heartbeat of another process', async () => {
    const own = newId();
    await beat(own);
    expect(await (await findVictim(clusterOf({ workerId: own }), 'worker-1')).isReady(2)).toBe(false);
  });

  it('reports the API as ready if /readyz of exactly that process succeeds', async () => {
    const cluster = clusterOf({ workerId: undefined });
    const api = await findVictim(cluster, 'api');
    statusOf = () => 503;
    expect(await api.isReady(1)).toBe(false);
    statusOf = () => 200;
    expect(await api.isReady(1)).toBe(true);
    expect(await api.isReady(2)).toBe(false);
  });
});

function clusterOf({ workerId }: { workerId: string | undefined }): VictimCluster {
  const { database } = test;
  const workers = [
    { name: 'worker-1', pid: 1, workerId },
    { name: 'worker-2', pid: 9, workerId: newId() },
  ];
  return { folder: '', url: served.url, database, api: { pid: 1 }, workers, postgres: { pid: 1 } };
}

async function beat(id: string, ago = '0 seconds'): Promise<void> {
  await test.database.pool.query(
    'insert into workers (id, pool_id, heartbeat_at) values ($1, $2, now() - $3::interval)',
    [id, `pool-${id}`, ago],
  );
}
