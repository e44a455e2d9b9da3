import { describe, expect, test } from '@jest/globals';
import { useConnections, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { nameStatement } from '../src/connections/name-statement.js';
import {
  logDatabase,
  openDatabase,
  RepeatedStatements,
  runInPrismaTransaction,
  runInTransaction,
  statement,
} from '../src/index.js';

const target = useTestDatabase();
const lines: [fields: object, message: string][] = [];
/** Every statement takes longer, even by a coarse clock. */
const slowMs = -1;
const logger = { warn: (fields: object, message: string) => void lines.push([fields, message]) };
const database = useConnections(target, { slowStatementMs: slowMs, ...logDatabase(logger) });
const secret = '+4915112345678';

const nap = statement<{ secret: string }>('take-a-nap', 'select $1::text as secret');

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
    await database.prisma.$queryRaw`select count(*) from "public"."tenants" where name <> ${secret}`;
    expect(reported('select tenants')).toEqual([line('select tenants')]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  test('also when it fails', async () => {
    lines.length = 0;
    const failing = statement('fail-late', 'select 1 / 0');
    await expect(database.sql(failing, [])).rejects.toThrow('division by zero');
    expect(reported('fail-late')).toEqual([line('fail-late')]);
  });
});

test('no statement is slow when the threshold is 0', async () => {
  const silent = openDatabase({
    url: target.url,
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
