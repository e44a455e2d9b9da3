import { type Database, databaseUrl } from '@parley/database';
import { createTestDatabase } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import pg from 'pg';
import { startDatabaseProxy } from './database-proxy.js';
import { type Stage, startStage } from './start-stage.js';

/** Starts an API whose database can fail and recover, without tenants. The test's own connections are not affected. */
export interface BreakableStage extends Omit<Stage, 'own' | 'other' | 'tenantId' | 'token'> {
  /** Makes every statement on our tables or types fail. */
  hideTables(): Promise<void>;
  showTables(): Promise<void>;
  cutConnections(): Promise<void>;
  allowConnections(): Promise<void>;
  /** Refuses connections to the database, as during maintenance, while the function runs. */
  whileClosed<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Closes the connection of the function during its first statement. */
  interrupting<Result>(work: () => Promise<Result>): Promise<Result>;
}

export async function startBreakableStage(): Promise<BreakableStage> {
  const { url, database, close } = await createTestDatabase();
  const proxy = await startDatabaseProxy(url);
  const stage = await startStage({ env: { DATABASE_URL: proxy.url } });
  return {
    ...stage,
    // The database of the stage stays empty: the API uses another one.
    database,
    async hideTables() {
      await database.pool.query('alter schema public rename to hidden');
    },
    async showTables() {
      await database.pool.query('alter schema hidden rename to public');
    },
    cutConnections: proxy.cut,
    allowConnections: proxy.restore,
    whileClosed: (work) => closeDatabase(url, work),
    interrupting: (work) => interrupt(database, work),
    async stop() {
      await stage.stop();
      await proxy.cut();
      await close();
    },
  };
}

async function closeDatabase<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: databaseUrl(url, 'postgres') });
  await admin.connect();
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  try {
    return await work();
  } finally {
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  }
}

/** Every table is locked, so that the function waits at its first statement, whose connection is then closed. */
async function interrupt<Result>({ pool }: Database, work: () => Promise<Result>): Promise<Result> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const locker = await pool.connect();
  try {
    await locker.query('begin');
    await locker.query(`lock table ${tables.map(({ name }) => name).join(', ')}`);
    const working = Promise.allSettled([work()]);
    let isWorking = true;
    working.then(() => {
      isWorking = false;
    });
    // A statement that the API runs by itself may wait as well, so this continues until the function has ended.
    await waitUntil(async () => {
      await terminateWaiting(pool);
      return !isWorking;
    });
    await locker.query('rollback');
    const [outcome] = await working;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  } finally {
    locker.release();
  }
}

async function terminateWaiting(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
}
