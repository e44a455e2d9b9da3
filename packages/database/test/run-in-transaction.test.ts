import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useConnections, useTestDatabase } from '../../testkit/src/hooks/index.js';
import {
  composedStatement,
  isRefusedWrite,
  onlyReads,
  runInPrismaTransaction,
  runInTransaction,
  type Sql,
} from '../src/index.js';
import { describeHiddenErrors } from './hidden-errors.js';
import { type Places, visit } from './support/places.js';
import { nameOf } from './support/use-databases.js';
import { describeTracedTransactions } from './traced-transactions.js';

const target = useTestDatabase();
const database = useConnections(target, { poolSize: 4 });

beforeAll(async () => {
  // The first check for a deadlock; the default is one second.
  await target.database.pool.query(`alter database ${nameOf(target.url)} set deadlock_timeout = '50ms'`);
  await database.pool.query('create table places (name text primary key, visits int not null)');
});

beforeEach(async () => {
  await database.pool.query(`truncate places; insert into places values ('north', 0), ('south', 0)`);
});

/**
 * Two transactions that update both rows in opposite order, each only after the other has begun. Returns the number of
 * attempts: three when one of them loses, and four when a slow server lets both lose.
 */
async function crossEachOther(
  run: (work: (transaction: { sql: Sql }) => Promise<void>) => Promise<void>,
): Promise<number> {
  let tries = 0;
  let begun = 0;
  let bothBegan = () => {};
  const both = new Promise<void>((resolve) => {
    bothBegan = resolve;
  });
  const travel = (first: string, second: string) =>
    run(async ({ sql }) => {
      tries += 1;
      await sql(visit, [first]);
      begun += 1;
      if (begun === 2) bothBegan();
      await both;
      await sql(visit, [second]);
    });
  await Promise.all([travel('north', 'south'), travel('south', 'north')]);
  return tries;
}

async function countVisits(): Promise<number[]> {
  const { rows } = await database.pool.query<{ visits: number }>('select visits from places order by name');
  return rows.map(({ visits }) => visits);
}

describe('work that loses in a deadlock', () => {
  test('is repeated, and takes effect once', async () => {
    expect(await crossEachOther((work) => runInTransaction(database, work))).toBeGreaterThanOrEqual(3);
    expect(await countVisits()).toEqual([2, 2]);
  });

  test('is also repeated with the Prisma client', async () => {
    expect(await crossEachOther((work) => runInPrismaTransaction(database, work))).toBeGreaterThanOrEqual(3);
    expect(await countVisits()).toEqual([2, 2]);
  });

  test('fails after three repetitions, and leaves nothing behind', async () => {
    let tries = 0;
    const work = runInTransaction(database, async ({ sql }) => {
      tries += 1;
      await sql(visit, ['north']);
      await sql(composedStatement(`do $$ begin raise 'lost again' using errcode = '40001'; end $$`), []);
    });
    await expect(work).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(4);
    expect(await countVisits()).toEqual([0, 0]);
  });

  test('any other failure is not repeated', async () => {
    let tries = 0;
    const work = runInTransaction(database, async ({ sql }) => {
      tries += 1;
      await sql(composedStatement('select 1 / 0'), []);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(tries).toBe(1);
  });
});

test('statements and the Prisma client share the connection of their transaction, even while others wait for one', async () => {
  const who = 'select pg_backend_pid() as backend, txid_current()::text as transaction';
  const work = () =>
    runInPrismaTransaction(database, async ({ sql, prisma }) => [
      await sql(composedStatement(who), []),
      await prisma.$queryRawUnsafe(who),
      await sql(composedStatement(who), []),
    ]);
  const seen = await Promise.all(Array.from({ length: 20 }, work));
  for (const [first, ...others] of seen) expect(others).toEqual([first, first]);
  expect(new Set(seen.map(([first]) => JSON.stringify(first))).size).toBe(20);
});

test('the view that only reads lets transactions read, and refuses what they write', async () => {
  const reader = onlyReads(database);
  const read = () => runInTransaction(reader, ({ sql }) => sql(composedStatement('select 1 as one'), []));
  const writes = [
    () => runInTransaction(reader, ({ sql }) => sql(visit, ['north'])),
    () => runInPrismaTransaction(reader, ({ prisma }) => prisma.$executeRaw`update places set visits = 1`),
  ];
  expect(await read()).toEqual([{ one: 1 }]);
  for (const write of writes) expect(isRefusedWrite(await write().catch((error) => error))).toBe(true);
  await runInTransaction(database, ({ sql }) => sql(visit, ['south']));
  expect(await countVisits()).toEqual([0, 1]);
});

describe('statements that are sent without waiting', () => {
  test('run in their order and are committed with the others', async () => {
    const rows = await runInTransaction(database, async ({ sql, send }) => {
      send(visit, ['north']);
      send(visit, ['north']);
      const visits = await sql(composedStatement(`select visits from places where name = 'north'`), []);
      send(visit, ['south']);
      return visits;
    });
    expect(rows).toEqual([{ visits: 2 }]);
    expect(await countVisits()).toEqual([2, 1]);
  });

  const broken = composedStatement('insert into places values ($1::text, 0)');
  const isDuplicate = { code: '23505' };

  test.each([
    ['the last one', async () => undefined],
    [
      'one before another statement, whose own error says less',
      ({ sql }: { sql: Sql }) => sql(visit, ['south']),
    ],
  ])('fail the transaction with their error when they fail: %s', async (_, then) => {
    const work = runInTransaction(database, async (transaction) => {
      transaction.send(visit, ['north']);
      transaction.send(broken, ['north']);
      return then(transaction);
    });
    await expect(work).rejects.toMatchObject(isDuplicate);
    expect(await countVisits()).toEqual([0, 0]);
  });

  test('also fail a transaction with the Prisma client', async () => {
    const work = runInPrismaTransaction(database, async ({ send, prisma }) => {
      await prisma.$executeRaw`update places set visits = visits + 1`;
      send(broken, ['north']);
    });
    await expect(work).rejects.toMatchObject(isDuplicate);
    expect(await countVisits()).toEqual([0, 0]);
  });

  test('are refused with a value that the driver may fail to convert, since the others would be committed', async () => {
    const work = runInTransaction(database, async ({ send }) => {
      send(visit, ['north']);
      send(composedStatement('select $1::jsonb'), [{ number: 1n }]);
    });
    await expect(work).rejects.toThrow('must be converted to text');
    expect(await countVisits()).toEqual([0, 0]);
  });

  test('are rolled back when the work fails, and the connection can be used again', async () => {
    const work = runInTransaction(database, async ({ send }) => {
      send(visit, ['north']);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await countVisits()).toEqual([0, 0]);
  });
});

const places: Places = { database, countVisits };

describeHiddenErrors(places);
describeTracedTransactions(places);
