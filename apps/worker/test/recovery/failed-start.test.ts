import { expect, jest, test } from '@jest/globals';
import { newId } from '@parley/core';
import type { Database } from '@parley/database';
import { useConnections, useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import { createWorker, parseWorkerConfig, type Worker } from '../../src/index.js';

jest.setTimeout(60_000);

const target = useTestDatabase();
const workerDatabase = useConnections(target);

test('a worker that cannot send its first heartbeat claims no jobs after its start has failed', async () => {
  const ran: string[] = [];
  const sql: Database['sql'] = async (statement, values) => {
    if (statement.name === 'beat-worker') throw new Error('no heartbeat');
    return workerDatabase.sql(statement, values);
  };
  const failing = createOne({ ...workerDatabase, sql }, () => ran.push('failing'));
  await expect(failing.start()).rejects.toThrow('no heartbeat');
  const healthy = createOne(target.database, () => ran.push('healthy'));
  await healthy.start();
  await addJobs(200);
  await waitUntil(() => ran.length === 200);
  await healthy.stop();
  expect(ran.filter((name) => name === 'failing')).toHaveLength(0);
});

function createOne(database: Database, onRun: () => void): Worker {
  return createWorker({
    database,
    config: parseWorkerConfig({}),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    timing: { graceMs: 1 },
    tasks: [{ name: 'end-snooze', run: async () => onRun() }],
  });
}

async function addJobs(count: number): Promise<void> {
  await target.database.pool.query(
    `select graphile_worker.add_job('end-snooze', $1::json) from generate_series(1, $2::int)`,
    [JSON.stringify({ tenantId: newId(), chatId: newId() }), count],
  );
}
