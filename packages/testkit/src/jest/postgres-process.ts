import { mkdtemp, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  runMigrations,
  startLocalPostgres,
} from '@parley/database';
import pg from 'pg';

// The server of one Jest run, in a process of its own: it ends when its standard input does, so that even a killed
// run leaves no PostgreSQL behind. The state file is how test files find it.
const stateFile = process.argv[2];
if (stateFile === undefined) throw new Error('Say where to write the state.');

const server = await startServer();
const { adminUrl, template } = server;
await runMigrations(databaseUrl(adminUrl, template));
await writeState({ adminUrl, template });

// npm and the terminal signal the whole group; the run decides when its tests are through.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.stdin.on('end', stop).resume();

async function stop(): Promise<void> {
  await server.stop();
  // Idle connections of the migrations would keep the process for ten seconds more.
  process.exit();
}

/** `template` is a database of ours, to be migrated. That of a new cluster mostly is already. */
async function startServer(): Promise<{ adminUrl: string; template: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return createTemplateOn(given);
  const dataDir = await mkdtemp(join(await chooseParent(), 'parley-test-'));
  const postgres = await startLocalPostgres({ dataDir });
  const adminUrl = databaseUrl(postgres.url, 'postgres');
  await forgetDurability(adminUrl);
  return {
    adminUrl,
    template: new URL(postgres.url).pathname.slice(1),
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createTemplateOn(adminUrl: string) {
  const template = `parley_test_template_${process.pid}`;
  await createDatabase(adminUrl, template);
  return { adminUrl, template, stop: () => dropDatabase(adminUrl, template) };
}

/** Memory where there is plenty: a copy of the template takes half the time there. Containers often have little. */
async function chooseParent(): Promise<string> {
  const memory = '/dev/shm';
  const space = await statfs(memory).catch(() => undefined);
  return space && space.bavail * space.bsize > 2 * 1024 ** 3 ? memory : tmpdir();
}

/** Nothing of a test run has to survive a power cut. */
async function forgetDurability(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Appears whole or not at all: test files look for it while it is written. */
async function writeState(state: { adminUrl: string; template: string }): Promise<void> {
  await writeFile(`${stateFile}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${stateFile}.new`, stateFile ?? '');
}
