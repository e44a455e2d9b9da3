import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { newId } from '@parley/core';
import { readPause } from '@parley/core/administration';
import {
  type Database,
  type LocalPostgres,
  openDatabase,
  runMigrations,
  startLocalPostgres,
} from '@parley/database';
import { chooseParent, findTestPort, testKeys } from '@parley/testkit';
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

let folder: string;
let backup: string;
let positions: string;
let server: LocalPostgres;
let database: Database;
let worker: PausableWorker;
const ran: string[] = [];

const noteRun: Task = {
  name: 'end-snooze',
  async run(payload) {
    ran.push(String(Object(payload).chatId));
  },
};

/** The server waits for no disk, but writes its log before it reports a commit. */
const start = (port: number) =>
  startLocalPostgres({ dataDir: folder, settings: { fsync: 'off', full_page_writes: 'off' }, port });

const addJob = (chatId: string) =>
  database.pool.query(`select graphile_worker.add_job('end-snooze', $1::json)`, [
    JSON.stringify({ tenantId: newId(), chatId }),
  ]);

const readJobs = async () => {
  const { rows } = await database.pool.query('select locked_at, attempts from graphile_worker.jobs');
  return rows;
};

beforeAll(async () => {
  folder = await mkdtemp(join(await chooseParent(), 'parley-replaced-'));
  backup = `${folder}-backup`;
  positions = await mkdtemp(join(tmpdir(), 'parley-position-'));
  server = await start(await findTestPort());
  await runMigrations(server.url);
  database = openDatabase({ url: server.url, keys: testKeys });
});
afterAll(async () => {
  await worker?.stop();
  await database?.close();
  await server?.stop();
  for (const path of [folder, backup, positions]) await rm(path, { recursive: true, force: true });
});

/** Starts a worker that looks for a pause so seldom that only its claims can notice a restore. */
async function startWorker(): Promise<void> {
  const logger = pino({ level: 'silent' });
  const options = {
    database,
    logger,
    now: () => new Date(),
    // Without maintenance, whose schedule would add a job to the restored database.
    config: parseWorkerConfig({ WORKER_TASKS: 'chats' }),
    tasks: [noteRun],
  };
  worker = createPausableWorker(createWorker(options), {
    database,
    logger,
    positionFile: new PositionFile(positions),
    intervalMs: 3_600_000,
  });
  await worker.start();
}

test('a running worker claims nothing from a restored server, and continues after a plain restart', async () => {
  const [sent, later] = [newId(), newId()];
  await addJob(sent);
  await server.stop();
  await cp(folder, backup, { recursive: true });
  server = await start(server.port);
  // What happens after the backup.
  await database.pool.query('create table later as select generate_series(1, 100000) as value');
  await startWorker();
  await waitUntil(async () => (await readJobs()).length === 0);

  await server.stop();
  server = await start(server.port);
  await addJob(later);
  await waitUntil(async () => (await readJobs()).length === 0);
  expect(ran).toEqual([sent, later]);
  expect(await readPause(database)).toBeUndefined();

  await server.stop();
  await rm(folder, { recursive: true });
  await cp(backup, folder, { recursive: true });
  server = await start(server.port);
  await waitUntil(async () => (await readPause(database)) !== undefined);
  expect(await readPause(database)).toMatchObject({
    reason: 'the database was restored to an earlier moment',
  });
  expect(await readJobs()).toEqual([{ locked_at: null, attempts: 0 }]);
  expect(ran).toEqual([sent, later]);
});
