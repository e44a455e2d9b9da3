import { expect, test } from '@jest/globals';
import { useConnections, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { composedStatement, databaseUrl, openDatabase, runInTransaction } from '../src/index.js';
import { fillTenant } from './support/fill-tenant.js';

const target = useTestDatabase();
const database = useConnections(target, { poolSize: 1 });

test('the same query of the Prisma client is prepared once per connection', async () => {
  const { tenantId, chatId } = await fillTenant(database.prisma);
  const read = () =>
    database.prisma.chat.findUnique({
      relationLoadStrategy: 'join',
      where: { tenantId_id: { tenantId, id: chatId } },
      include: {
        contact: { include: { labels: { include: { label: true } } } },
        handle: true,
        latestMessage: true,
      },
    });
  await read();
  const prepared = await preparedStatements();
  expect(await read()).toMatchObject({
    contact: { labels: [{ label: { name: 'VIP' } }] },
    latestMessage: { text: 'Hello' },
  });
  expect(prepared.length).toBeGreaterThan(0);
  expect(await preparedStatements()).toEqual(prepared);
});

test('a job that is added in a transaction exists only when the transaction commits', async () => {
  const { prisma } = database;
  const add = (fail: boolean) =>
    prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`select graphile_worker.add_job('tested')`;
      if (fail) throw new Error('on purpose');
    });
  await expect(add(true)).rejects.toThrow('on purpose');
  await add(false);
  const { rows } = await database.pool.query(`select count(*)::int as jobs from graphile_worker.jobs`);
  expect(rows).toEqual([{ jobs: 1 }]);
});

test('connections that the server closes do not end the process, and the next query works', async () => {
  const lost: Error[] = [];
  const other = openDatabase({ url: target.url, poolSize: 2, onConnectionLost: (error) => lost.push(error) });
  await other.pool.query('select 1');
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );
  await waitUntil(async () => lost.length > 0);
  expect(await other.prisma.tenant.count()).toBeGreaterThanOrEqual(0);
  await other.close();
});

test('a connection that is lost within a transaction fails the transaction and not the process', async () => {
  const other = openDatabase({ url: target.url, poolSize: 2 });
  const work = runInTransaction(other, async ({ sql }) => {
    const [backend] = await sql<{ pid: number }>(composedStatement('select pg_backend_pid() as pid'), []);
    await database.pool.query('select pg_terminate_backend($1)', [backend?.pid]);
    await waitUntil(async () => {
      const { rows } = await database.pool.query('select from pg_stat_activity where pid = $1', [
        backend?.pid,
      ]);
      return rows.length === 0;
    });
    return sql(composedStatement('select 1'), []);
  });
  await expect(work).rejects.toThrow(/connection/i);
  expect(await other.prisma.tenant.count()).toBeGreaterThanOrEqual(0);
  await other.close();
});

test('a database uses the Prisma client of one that was closed; a late query of that one fails', async () => {
  const [first, second] = [openDatabase({ url: target.url }), openDatabase({ url: target.url })];
  expect(await Promise.all([first.prisma.tenant.count(), second.prisma.tenant.count()])).toHaveLength(2);
  const { prisma } = first;
  expect(prisma).not.toBe(second.prisma);
  await first.close();
  const third = openDatabase({ url: databaseUrl(target.url, 'postgres') });
  expect(third.prisma).toBe(prisma);
  expect(await third.prisma.$queryRaw`select current_database()::text as name`).toEqual([
    { name: 'postgres' },
  ]);
  await expect(first.prisma.tenant.count()).rejects.toThrow('This database is closed.');
  await Promise.all([second.close(), third.close()]);
});

async function preparedStatements(): Promise<string[]> {
  const { rows } = await database.pool.query<{ statement: string }>(
    `select statement from pg_prepared_statements where statement like '%"chats"%' order by 1`,
  );
  return rows.map(({ statement }) => statement);
}
