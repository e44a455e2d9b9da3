import { Socket } from 'node:net';
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
  /** How often to check that the connection with the lock still responds. Default is five seconds. */
  readonly probeEveryMs?: number;
}

/** An arbitrary number that only this project uses for its advisory lock. */
const migrationLock = 7_052_001;

/**
 * Runs `work` with a connection while no other process migrates the database. A transaction on a second connection
 * holds the lock, so that the lock ends with it even behind a connection pooler; the lock of a session would stay with
 * the pooler's connection, and the next migration would wait forever. If that connection is lost, another process can
 * get the lock, so the connection of `work` is closed at once: what it has not committed is rolled back, and a statement
 * that runs outside a transaction is ended.
 */
export async function withMigrationLock<Result>(
  url: string,
  options: MigrationLockOptions,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const holder = await connect(url, options);
  const connections = [holder];
  try {
    await takeLock(holder.client, options);
    const worker = await connect(url, options);
    connections.push(worker);
    await endWithClient(worker.client);
    const watch = watchHolder(holder.client, options);
    const lost = watch.lost.catch((error: unknown) => {
      // A graceful end would wait for the statement that runs, or for a server that cannot be reached.
      for (const { socket } of connections) socket.destroy();
      throw error;
    });
    return await Promise.race([work(worker.client), lost]).finally(watch.stop);
  } finally {
    await Promise.all(connections.map(({ client }) => client.end()));
  }
}

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
}

async function connect(url: string, { variable }: MigrationLockOptions): Promise<Connection> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: withoutTimeouts(url),
    connectionTimeoutMillis: 10_000,
    stream: () => socket,
  });
  // The statement that needs the connection reports its loss.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw explainConnectionFailure(error, url, variable);
  });
  return { client, socket };
}

/**
 * Makes the server end the session within a second after its client has gone. By default, the server would finish the
 * statement first: an index that is created concurrently would be complete after hours, while another process migrates.
 */
async function endWithClient(client: pg.Client): Promise<void> {
  await client.query(`set client_connection_check_interval = '1s'`).catch((error: unknown) => {
    if (!isUnsupported(error)) throw error;
  });
}

/** A server on Windows cannot check its connections, so it refuses the setting (SQLSTATE 22023). */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22023';
}

/** Watches the connection. `lost` rejects when the connection has ended or does not respond, and never resolves. */
function watchHolder(
  holder: pg.Client,
  { probeEveryMs = 5_000 }: MigrationLockOptions,
): { lost: Promise<never>; stop(): void } {
  const stopped = new AbortController();
  const lost = new Promise<never>((_, reject) => {
    const fail = () => stopped.signal.aborted || reject(new MigrationError(lostLock));
    holder.once('end', fail);
    // A connection that is lost without a message emits no `end`.
    probeUntil(holder, probeEveryMs, stopped.signal).catch(fail);
  });
  return { lost, stop: () => stopped.abort() };
}

/** Rejects when the connection does not respond in time. Without parameters the statement leaves no snapshot behind. */
async function probeUntil(holder: pg.Client, probeEveryMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(probeEveryMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const timeout = delay(probeEveryMs, undefined, { signal }).then(() => {
      throw new Error('The connection does not respond.');
    });
    await Promise.race([holder.query('select'), timeout]);
  }
}

const lostLock =
  'The connection that holds the lock of migrations was lost, so another process may migrate now. ' +
  'The migration that was running is rolled back, and the next run creates an index again that is incomplete. ' +
  'Run the migrations again.';

const pauseMs = 500;

async function takeLock(holder: pg.Client, { report, waitMs = 600_000 }: MigrationLockOptions) {
  await holder.query('begin');
  await holder.query('set local idle_in_transaction_session_timeout = 0');
  const deadline = performance.now() + waitMs;
  for (let attempt = 0; !(await tryLock(holder)); attempt += 1) {
    if (performance.now() >= deadline) throw new MigrationError(await describeWait(holder, waitMs));
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
