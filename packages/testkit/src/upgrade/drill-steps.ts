import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, startLocalPostgres } from '@parley/database';
import pg from 'pg';
import { waitUntilSettled } from '../crash/settle.js';
import { waitFor } from '../crash/wait-for.js';
import { testKeys } from '../database/test-keys.js';
import { type Installation, stopProcess } from './installation.js';

const timeoutMs = 60_000;

export async function stopAll(installation: Installation, role: 'api' | 'worker'): Promise<void> {
  const names = [...installation.running.keys()].filter((name) => name.startsWith(role));
  await Promise.all(names.map((name) => stopProcess(installation, name)));
}

export async function settle({ databaseUrl }: Installation): Promise<void> {
  const database = openDatabase({ url: databaseUrl, keys: testKeys, poolSize: 1 });
  await waitUntilSettled(database).finally(() => database.close());
}

/** Stops PostgreSQL, lets its files be replaced, and starts it at the same address. */
export async function restartPostgres(installation: Installation, work: () => Promise<void>): Promise<void> {
  const { port } = installation.postgres;
  await installation.postgres.stop();
  await work();
  const dataDir = join(installation.folder, 'database');
  installation.postgres = await startLocalPostgres({ dataDir, port });
  if (installation.postgres.port !== port) throw new Error('PostgreSQL could not start at its former port.');
}

/** Every two seconds, the workers store the position of the write-ahead log in a file. */
export async function waitForPosition({ env }: Installation): Promise<void> {
  const file = join(env.DATA_DIR ?? '', 'database-position');
  const now = Date.now();
  const isWritten = async () => (await stat(file)).mtimeMs > now || undefined;
  await waitFor('the workers have stored the position of the write-ahead log', isWritten, timeoutMs);
}

/** Every worker must report by itself that it is paused. */
export async function findUnpaused({ workerUrls }: Installation): Promise<string[]> {
  const found = await Promise.all(
    workerUrls.map((url) =>
      waitFor(
        `${url} reports that it is paused`,
        async () => {
          const response = await fetch(`${url}/readyz`);
          return response.status === 503 && (await response.text()).includes('paused') ? true : undefined;
        },
        timeoutMs,
      ).then(
        () => undefined,
        (error: Error) => error.message,
      ),
    ),
  );
  return found.filter((problem) => problem !== undefined);
}

const page = new URL('../../../../docs/operations/backup-and-restore.md', import.meta.url);

/** Runs the statement that the page for operators has for this, and returns the number of messages. */
export async function markMessagesInDoubt({ databaseUrl }: Installation): Promise<number> {
  const [, statement] = /```sql\s+(update messages[^`]+)```/.exec(await readFile(page, 'utf8')) ?? [];
  if (statement === undefined)
    throw new Error('backup-and-restore.md has no statement for pending messages.');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(statement);
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
