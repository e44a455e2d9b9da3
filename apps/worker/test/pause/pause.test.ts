import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newId, readServerPosition } from '@parley/core';
import { pauseWorkers, readPause, resumeWorkers } from '@parley/core/administration';
import { useTestDatabase } from '@parley/testkit/hooks';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';
import {
  createPausableWorker,
  createWorker,
  type PausableWorker,
  PositionFile,
  parseWorkerConfig,
} from '../../src/index.js';
import type { Task } from '../../src/jobs/define-task.js';

jest.setTimeout(60_000);

const target = useTestDatabase();
let folder: string;
let worker: PausableWorker;
let runs = 0;
const logs: string[] = [];

const countRun: Task = {
  name: 'end-snooze',
  async run() {
    runs += 1;
  },
};

beforeEach(async () => {
  folder = makeTestFolder('position');
  runs = 0;
  logs.length = 0;
  await target.database.pool.query('delete from installation');
  worker = createOne();
});
afterEach(async () => {
  await worker.stop();
});

function createOne(): PausableWorker {
  const { database } = target;
  const logger = pino({ level: 'info' }, { write: (line) => logs.push(line) });
  const options = {
    database,
    logger,
    now: () => new Date(),
    config: parseWorkerConfig({}),
    tasks: [countRun],
  };
  const positionFile = new PositionFile(folder);
  return createPausableWorker(createWorker(options), { database, logger, positionFile, intervalMs: 50 });
}

const addJob = () =>
  target.database.pool.query(`select graphile_worker.add_job('end-snooze', $1::json)`, [
    JSON.stringify({ tenantId: newId(), chatId: newId() }),
  ]);

const logged = (text: string) => logs.some((line) => line.includes(text));

describe('a worker pauses before it sends anything', () => {
  test('when the database was restored on another server, until an operator resumes it', async () => {
    await target.database.pool.query(`insert into installation (place) values ('1-1')`);
    await addJob();
    await worker.start();
    expect(await worker.findObstacle()).toMatch(/^the workers are paused: .+ another PostgreSQL server$/);
    expect(logged('npm run worker -- resume')).toBe(true);
    expect(await worker.registry.metrics()).toContain('parley_worker_paused 1');
    expect(runs).toBe(0);
    await resumeWorkers(target.database);
    await waitUntil(() => runs === 1);
    expect(await worker.findObstacle()).toBeUndefined();
    await worker.stop();
    // The new server is known now.
    worker = createOne();
    await worker.start();
    expect(await readPause(target.database)).toBeUndefined();
  });

  test('when the server is at an earlier position than the one that was kept outside the database', async () => {
    const { place } = await readServerPosition(target.database);
    await new PositionFile(folder).write({ place, walPosition: 'FFFFFFFF/0', resumes: 0 });
    await addJob();
    await worker.start();
    expect(await readPause(target.database)).toMatchObject({
      reason: expect.stringContaining('earlier moment'),
    });
    expect(runs).toBe(0);
    await resumeWorkers(target.database);
    await waitUntil(() => runs === 1);
    // Another machine kept a position from before the restore. The operator has accepted the restored state.
    await worker.stop();
    await new PositionFile(folder).write({ place, walPosition: 'FFFFFFFF/0', resumes: 0 });
    worker = createOne();
    await worker.start();
    expect(await worker.findObstacle()).toBeUndefined();
  });
});

test('a worker that starts removes the drafts that killed workers have left, and no draft that is being written', async () => {
  const [old, current] = ['database-position.old', 'database-position.new'].map((name) => join(folder, name));
  for (const draft of [old ?? '', current ?? '']) await writeFile(draft, 'draft');
  const before = new Date(Date.now() - 3_600_000);
  await utimes(old ?? '', before, before);
  await new PositionFile(folder).removeOldDrafts();
  expect(await readdir(folder)).toEqual(['database-position.new']);
});

test('workers that share a folder write their positions at the same time, each as a whole', async () => {
  const written = Array.from({ length: 20 }, (_, resumes) => ({ place: '1-1', walPosition: '0/A', resumes }));
  await Promise.all(written.map((position) => new PositionFile(folder).write(position)));
  expect(written).toContainEqual(await new PositionFile(folder).read());
  expect(await readdir(folder)).toEqual(['database-position']);
});

test('a running worker pauses when its database is replaced by a restored one', async () => {
  await worker.start();
  await target.database.pool.query(`update installation set place = '1-1'`);
  await waitUntil(() => logged('worker stopped'));
  expect(await worker.findObstacle()).toContain('restored from a dump');
});

test('a worker that is started again on the same server works at once', async () => {
  await worker.start();
  await waitUntil(async () => (await new PositionFile(folder).read()) !== undefined);
  await worker.stop();
  worker = createOne();
  await addJob();
  await worker.start();
  await waitUntil(() => runs === 1);
});

test('an operator can pause running workers, and the first reason stays', async () => {
  await worker.start();
  await pauseWorkers(target.database, 'an operator paused the workers');
  await pauseWorkers(target.database, 'another reason');
  await waitUntil(() => logged('worker stopped'));
  await addJob();
  expect(await worker.findObstacle()).toBe('the workers are paused: an operator paused the workers');
  await resumeWorkers(target.database);
  await waitUntil(() => runs === 1);
});

test('a folder that cannot be written is reported once, and the worker works', async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file in its place');
  await worker.start();
  await addJob();
  await waitUntil(() => runs === 1);
  expect(logs.filter((line) => line.includes('will not be noticed')).length).toBe(1);
});

test('a folder that does not exist is created, so that a restore will be noticed', async () => {
  await rm(folder, { recursive: true });
  await worker.start();
  await waitUntil(async () => (await new PositionFile(folder).read()) !== undefined);
  expect(logged('will not be noticed')).toBe(false);
});
