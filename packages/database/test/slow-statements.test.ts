import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { nameStatement } from '../src/connections/name-statement.js';
import {
  type Database,
  type LocalPostgres,
  logDatabase,
  observeDatabase,
  openDatabase,
  RepeatedStatements,
  runInPrismaTransaction,
  runInTransaction,
  runMigrations,
  statement,
} from '../src/index.js';
import { startTemporaryServer } from './support/temporary-server.js';

let server: LocalPostgres;
let database: Database;
/** With a threshold that a quick statement does not reach on a busy machine. */
let patient: Database;
const lines: [fields: object, message: string][] = [];
const slowMs = 200;
const secret = '+4915112345678';

const nap = statement<{ secret: string }>('take-a-nap', 'select $1::text as secret, pg_sleep(0.3)::text');
const longNap = statement('take-a-long-nap', 'select pg_sleep(1.1)::text');

beforeAll(async () => {
  server = await startTemporaryServer();
  await runMigrations(server.url);
  const logger = { warn: (fields: object, message: string) => void lines.push([fields, message]) };
  database = openDatabase({ url: server.url, slowStatementMs: slowMs, ...logDatabase(logger) });
  patient = openDatabase({ url: server.url, slowStatementMs: 1_000, ...logDatabase(logger) });
});

afterAll(async () => {
  await database.close();
  await patient.close();
  await server.stop();
});

/** A busy machine can make other statements slow too. */
function reported(name: string): unknown[] {
  return lines.filter(([fields]) => Reflect.get(fields, 'statement') === name);
}

const line = (name: string) => [{ statement: name, durationMs: expect.any(Number) }, 'slow statement'];

describe('a slow statement is logged once, with its name and duration and without its values', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['outside a transaction', () => database.sql(nap, [secret])],
    ['in a transaction', () => runInTransaction(database, ({ sql }) => sql(nap, [secret]))],
    ['in a transaction with Prisma', () => runInPrismaTransaction(database, ({ sql }) => sql(nap, [secret]))],
    ['on a connection for searches', () => database.searches.sql(nap, [secret])],
  ])('%s', async (_, run) => {
    lines.length = 0;
    await run();
    expect(reported('take-a-nap')).toEqual([line('take-a-nap')]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  test('of Prisma, which has no name, by its verb and table', async () => {
    lines.length = 0;
    await database.prisma
      .$queryRaw`select count(*), pg_sleep(0.3)::text from "public"."tenants" where name <> ${secret}`;
    expect(reported('select tenants')).toEqual([line('select tenants')]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  test('also when it fails', async () => {
    lines.length = 0;
    const failing = statement('fail-late', `select 1 / length(pg_sleep(0.3)::text)`);
    await expect(database.sql(failing, [])).rejects.toThrow('division by zero');
    expect(reported('fail-late')).toEqual([line('fail-late')]);
  });

  test('and the statements that were sent behind it on its connection are not', async () => {
    lines.length = 0;
    const quick = statement('wait-in-line', 'select 1');
    await runInTransaction(patient, async ({ sql, send }) => {
      send(longNap, []);
      await Promise.all([sql(quick, []), sql(quick, [])]);
    });
    expect(reported('take-a-long-nap')).toEqual([line('take-a-long-nap')]);
    expect(reported('wait-in-line')).toEqual([]);
    expect(patient.slowStatements.counts().get('take-a-long-nap')).toBe(1);
    expect(patient.slowStatements.counts().has('wait-in-line')).toBe(false);
  });

  test('and counted in the metrics, where quick ones are not', async () => {
    const registry = new Registry();
    observeDatabase(registry, patient);
    await patient.sql(longNap, []);
    await patient.pool.query('select 1');
    const text = await registry.metrics();
    expect(text).toMatch(/^parley_slow_statements_total\{statement="take-a-long-nap"\} [1-9]/m);
    expect(text).toMatch(/^parley_database_connections_max\{pool="searches"\} 5$/m);
    expect(text).not.toContain('statement="select"');
  });
});

test('no statement is slow when the threshold is 0', async () => {
  const silent = openDatabase({
    url: server.url,
    slowStatementMs: 0,
    onSlow: () => {
      throw new Error('A statement was reported.');
    },
  });
  await silent.sql(nap, [secret]);
  expect(silent.slowStatements.counts().size).toBe(0);
  await silent.close();
});

describe('the name of a statement', () => {
  test.each([
    ['INSERT INTO "public"."contacts" ("id") VALUES ($1)', 'insert contacts'],
    ['update only_once set a = 1', 'update only_once'],
    ['begin; set local enable_seqscan = off', 'begin'],
    ['(select id from graphile_worker.jobs)', 'select jobs'],
    ['', 'unknown'],
  ])('%s', (text, name) => {
    expect(nameStatement({ text, name: 'a-hash-of-prisma' })).toBe(name);
    expect(nameStatement(text)).toBe(name);
  });

  test('has no hash of a search, so that searches do not fill the metrics', () => {
    const searches = new RepeatedStatements('search-contacts');
    const use = () => searches.use('select id from contacts where name = $1', 'tenant');
    for (let uses = 0; uses < 6; uses += 1) use();
    expect(use().name).toMatch(/^search-contacts-.{27}$/);
    expect(nameStatement(use())).toBe('search-contacts');
  });
});
