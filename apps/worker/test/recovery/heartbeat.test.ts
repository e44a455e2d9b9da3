import { expect, test } from '@jest/globals';
import { newId } from '@parley/core';
import { useTestDatabase } from '@parley/testkit/hooks';
import { sendHeartbeat } from '../../src/recovery/heartbeat.js';

const db = useTestDatabase();

test('a worker may send several heartbeats at once, even the first ones', async () => {
  for (let round = 0; round < 50; round += 1) {
    const worker = { id: newId(), poolId: `pool ${round}` };
    await Promise.all(Array.from({ length: 5 }, () => sendHeartbeat(db.database, worker)));
  }
  expect(await db.database.prisma.worker.count()).toBe(50);
});

test('a heartbeat registers the worker again, under the current name of its queue', async () => {
  const { prisma } = db.database;
  const id = newId();
  await sendHeartbeat(db.database, { id, poolId: 'former' });
  const before = await prisma.worker.update({ where: { id }, data: { heartbeatAt: new Date(0) } });
  await sendHeartbeat(db.database, { id, poolId: 'present' });
  const after = await prisma.worker.findUniqueOrThrow({ where: { id } });
  expect(after.poolId).toBe('present');
  expect(Number(after.heartbeatAt)).toBeGreaterThan(Number(before.heartbeatAt));
});
