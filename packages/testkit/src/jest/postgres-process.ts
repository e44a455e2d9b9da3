import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  runMigrations,
  startLocalPostgres,
} from '@parley/database';
import pg from 'pg';
import { chooseParent } from '../database/choose-parent.js';

// This process runs the server of one Jest run. It ends when its standard input does, so that even a killed run
// leaves no PostgreSQL behind. Test files find the server by the state file.
const stateFile = process.argv[2];
if (stateFile === undefined) throw new Error('Pass the path of the state file.');

const server = await startServer();
const { adminUrl, template } = server;
await runMigrations(databaseUrl(adminUrl, template));
await writeState({ adminUrl, template });

// npm and the terminal signal the whole process group, but the Jest run decides when the tests have ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.stdin.on('end', stop).resume();

async function stop(): Promise<void> {
  await server.stop();
  // Idle connections of the migrations would keep the process alive for ten more seconds.
  process.exit();
}

/** `template` is a database of this run, which is migrated here. In a new cluster, it is usually migrated already. */
async function startServer(): Promise<{ adminUrl: string; template: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return createTemplateOn(given);
  const dataDir = await mkdtemp(join(await chooseParent(), 'parley-test-'));
  const postgres = await startLocalPostgres({ dataDir });
  const adminUrl = databaseUrl(postgres.url, 'postgres');
  await forgetDurability(adminUrl);
  await simplifyPassword(adminUrl);
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

/** These settings are safe because no data of a test run must survive a power failure. */
async function forgetDurability(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Hashes the password once instead of 4,096 times, since the tests open thousands of connections. */
async function simplifyPassword(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('set scram_iterations = 1');
  const { username, password } = new URL(adminUrl);
  await client.query(
    `alter role ${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(decodeURIComponent(password))}`,
  );
  await client.end();
}

/** Writes the file atomically, because test files look for it in the meantime. */
async function writeState(state: { adminUrl: string; template: string }): Promise<void> {
  await writeFile(`${stateFile}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${stateFile}.new`, stateFile ?? '');
}
