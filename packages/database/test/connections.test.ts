import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import {
  composedStatement,
  type Database,
  openDatabase,
  prepareRole,
  refuseUnlessMigrated,
  runMigrations,
  statement,
} from '../src/index.js';
import { inspectDatabase } from '../src/refuse-unless-migrated.js';
import { openReplica } from '../src/replica/open-replica.js';
import { startSessionPooler } from './support/session-pooler.js';
import { startTransactionPoolers } from './support/transaction-poolers.js';
import { nameOf } from './support/use-databases.js';

/** It belongs to the whole server. */
const role = `parley_app_${randomBytes(4).toString('hex')}`;
// The role is dropped before the database.
afterAll(async () => {
  await pooler.close();
  await target.database.pool.query(`drop owned by ${role}; drop role ${role}`);
});
const target = useTestDatabase();
let pooler: Awaited<ReturnType<typeof startSessionPooler>>;
let roleUrl: string;
const owner = () => new URL(target.url).username;

beforeAll(async () => {
  const { pool } = target.database;
  pooler = await startSessionPooler(target.url);
  // The settings of a stock server, which ours must override.
  for (const setting of [
    `jit = on`,
    `"TimeZone" = 'Asia/Tokyo'`,
    'random_page_cost = 4',
    'statement_timeout = 0',
  ])
    await pool.query(`alter database ${nameOf(target.url)} set ${setting}`);
  await pool.query(`create role ${role} login password 'secret'`);
  roleUrl = Object.assign(new URL(pooler.url), { username: role, password: 'secret' }).href;
});

const expected = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
  jit: 'off',
  random_page_cost: '1.1',
  TimeZone: 'UTC',
};

async function readSettings(pool: pg.Pool): Promise<Record<string, unknown>> {
  const columns = Object.keys(expected).map((name) => `current_setting('${name}') as "${name}"`);
  const { rows } = await pool.query(`select ${columns.join(', ')}`);
  return rows[0];
}

async function withDatabase<Result>(
  options: Parameters<typeof openDatabase>[0],
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const readWorkers = statement<{ workers: string }>(
  'read-parallel-workers',
  `select current_setting('max_parallel_workers_per_gather') as workers`,
);

describe('a session', () => {
  test('of a direct connection sets what the local server sets, whatever the server has', async () => {
    await withDatabase({ url: target.url, directUrl: target.url }, async ({ pool, searches, sessions }) => {
      expect(await readSettings(pool)).toEqual(expected);
      expect(sessions && (await readSettings(sessions))).toEqual(expected);
      expect(await readSettings(searches.pool)).toEqual({ ...expected, statement_timeout: '5s' });
      expect(await searches.sql(readWorkers, [])).toEqual([{ workers: '0' }]);
      expect((await pool.query(readWorkers)).rows).not.toEqual([{ workers: '0' }]);
    });
  });

  test('keeps its settings when the URL has options, which apply beside them', async () => {
    const url = new URL(target.url);
    url.searchParams.set('options', '-c statement_timeout=0 -c work_mem=7MB');
    url.searchParams.set('application_name', 'another');
    await withDatabase({ url: url.href, directUrl: url.href }, async ({ pool, searches, sessions }) => {
      expect(await readSettings(pool)).toEqual(expected);
      expect(sessions && (await readSettings(sessions))).toEqual(expected);
      expect(await readSettings(searches.pool)).toEqual({ ...expected, statement_timeout: '5s' });
      expect((await pool.query('show work_mem')).rows).toEqual([{ work_mem: '7MB' }]);
      expect((await pool.query('show application_name')).rows).toEqual([{ application_name: 'parley' }]);
    });
  });

  test('of a replica keeps its settings too when the URL has options', async () => {
    const url = new URL(target.url);
    url.searchParams.set('options', '-c statement_timeout=0 -c work_mem=7MB');
    const read = statement<{ timeout: string; memory: string }>(
      'read-timeout-and-memory',
      `select current_setting('statement_timeout') as timeout, current_setting('work_mem') as memory`,
    );
    await withDatabase({ url: target.url }, async (database) => {
      const options = { url: url.href, maxLagMs: 1_000, onChange: () => undefined };
      const replica = openReplica(database, options);
      try {
        expect(await replica.database.sql(read, [])).toEqual([{ timeout: '2s', memory: '7MB' }]);
        expect(await replica.database.searches.sql(read, [])).toEqual([{ timeout: '5s', memory: '7MB' }]);
      } finally {
        await replica.close();
      }
    });
  });

  test('behind a pooler has the same settings, as defaults of its role', async () => {
    const prepared = await prepareRole({ role, ownerUrl: target.url });
    expect(prepared).toEqual({ hasDefaults: true });
    await withDatabase({ url: roleUrl, isPooled: true }, async ({ pool }) => {
      expect(await readSettings(pool)).toEqual(expected);
      const { rows } = await pool.query('show search_path');
      expect(rows).toEqual([{ search_path: 'public' }]);
    });
  });

  test('behind a pooler ends a search after its own timeout, and can be used again', async () => {
    const options = { url: roleUrl, isPooled: true, searchPoolSize: 1, searchTimeoutMs: 1_500 };
    await withDatabase(options, async ({ searches }) => {
      const read = statement<{ timeout: string }>(
        'read-timeout',
        `select current_setting('statement_timeout') as timeout`,
      );
      expect(await searches.sql(read, [])).toEqual([{ timeout: '1500ms' }]);
      expect(await searches.sql(readWorkers, [])).toEqual([{ workers: '0' }]);
      await expect(searches.sql(composedStatement('select pg_sleep(20)'), [])).rejects.toMatchObject({
        code: '57014',
      });
      await expect(searches.sql(composedStatement('delete from contacts'), [])).rejects.toMatchObject({
        code: '25006',
      });
      expect(await searches.sql(read, [])).toEqual([{ timeout: '1500ms' }]);
    });
  });

  test('of a migration has no time limit, even where its role has one', async () => {
    await prepareRole({ role: owner(), ownerUrl: target.url });
    const before = await withDatabase({ url: target.url, isPooled: true }, ({ pool }) => readSettings(pool));
    expect(before).toEqual(expected);
    // An event trigger sees the settings of the session that migrates.
    await withDatabase({ url: target.url }, async ({ pool }) => {
      await pool.query('create table seen (timeout text)');
      await pool.query(`create function note() returns event_trigger language plpgsql as $$
        begin insert into seen values (current_setting('statement_timeout')); end $$`);
      await pool.query('create event trigger noted on ddl_command_end execute function note()');
      await runMigrations(target.url);
      const { rows } = await pool.query('select distinct timeout from seen');
      await pool.query('drop event trigger noted');
      expect(rows).toEqual([{ timeout: '0' }]);
    });
  });
});

describe('the check at the start', () => {
  test('knows a server from a pooler', async () => {
    await prepareRole({ role, ownerUrl: target.url });
    expect(await inspectDatabase(target.url)).toBe('none');
    expect(await inspectDatabase(roleUrl)).toBe('session');
  });

  test.each([1, 2, 8])('recognises transaction mode, with %d poolers behind one address', async (count) => {
    await prepareRole({ role: owner(), ownerUrl: target.url });
    const poolers = await startTransactionPoolers(target.url, count);
    try {
      expect(await inspectDatabase(poolers.url)).toBe('transaction');
    } finally {
      await poolers.close();
    }
  });

  test('refuses sessions of a pooler that lack the settings, and says how to set them', async () => {
    await prepareRole({ role, ownerUrl: target.url });
    await withDatabase({ url: target.url }, ({ pool }) =>
      pool.query(`alter role ${role} in database ${nameOf(target.url)} reset all`),
    );
    await expect(refuseUnlessMigrated(roleUrl)).rejects.toThrow(
      'The sessions behind the pooler lack these settings: TimeZone, idle_in_transaction_session_timeout, jit, ' +
        `statement_timeout. As the owner, set them for the role with "DATABASE_ADMIN_URL=… DATABASE_ROLE=${role} npm run ` +
        'migrate". Then let the pooler open new sessions (RECONNECT).',
    );
  });
});
