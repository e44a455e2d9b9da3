import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { withoutTimeouts } from './connections/owner-connection.js';
import { type DatabaseVariable, explainConnectionFailure } from './explain-connection-failure.js';
import { MigrationError } from './migration-error.js';

export interface MigrationLockOptions {
  /** Called with one line for each step of a migration that may take long. */
  readonly report?: (line: string) => void;
  /** How long to wait for another process that migrates. Default is ten minutes. */
  readonly waitMs?: number;
  /** The variable that names the database, for errors. Default is `DATABASE_URL`. */
  readonly variable?: DatabaseVariable;
}

/** An arbitrary number that only this project uses for its advisory lock. */
const migrationLock = 7_052_001;

/**
 * Runs `work` with a connection while no other process migrates the database. A transaction on a second connection
 * holds the lock, so that the lock ends with it even behind a connection pooler; the lock of a session would stay with
 * the pooler's connection, and the next migration would wait forever.
 */
export async function withMigrationLock<Result>(
  url: string,
  options: MigrationLockOptions,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const holder = await connect(url, options);
  try {
    await takeLock(holder, options);
    const client = await connect(url, options);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await holder.end();
  }
}

async function connect(url: string, { variable }: MigrationLockOptions): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: withoutTimeouts(url), connectionTimeoutMillis: 10_000 });
  // The statement that needs the connection reports its loss.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw explainConnectionFailure(error, url, variable);
  });
  return client;
}

const pauseMs = 500;

async function takeLock(holder: pg.Client, { report, waitMs = 600_000 }: MigrationLockOptions) {
  await holder.query('begin');
  await holder.query('set local idle_in_transaction_session_timeout = 0');
  const deadline = Date.now() + waitMs;
  for (let attempt = 0; !(await tryLock(holder)); attempt += 1) {
    if (Date.now() >= deadline) throw new MigrationError(await describeWait(holder, waitMs));
    if (attempt === 0) report?.('Another process migrates this database; waiting for it.');
    await delay(pauseMs);
  }
}

/** Without parameters the statement leaves no snapshot behind, for which `CREATE INDEX CONCURRENTLY` would wait. */
async function tryLock(holder: pg.Client): Promise<boolean> {
  const { rows } = await holder.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${migrationLock}) as locked`,
  );
  return rows[0]?.locked === true;
}

async function describeWait(holder: pg.Client, waitMs: number): Promise<string> {
  const { rows } = await holder.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [migrationLock],
  );
  const owner = rows[0] ? `PostgreSQL's process ${rows[0].pid}` : 'another process';
  return (
    `Another process has been migrating this database for more than ${Math.round(waitMs / 1000)} s. ` +
    `The lock belongs to ${owner}: see pg_stat_activity, end it if it does nothing (pg_terminate_backend), then try again.`
  );
}
