import { describe, expect, test } from '@jest/globals';
import { startSilentProxy } from '../../testkit/src/database/silent-proxy.js';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import {
  composedStatement,
  openDatabase,
  type Prisma,
  runInPrismaTransaction,
  runInTransaction,
  type Sql,
} from '../src/index.js';

const target = useTestDatabase();

describe('a database that does not respond', () => {
  /** Enough for two timeouts of 1 s on a busy machine; by default, a single timeout takes 35 s. */
  const inTimeMs = 10_000;

  test.each([
    ['a statement', ({ sql }: { sql: Sql }) => sql(composedStatement('select 1'), [])],
    ['the Prisma client', ({ prisma }: { prisma: Prisma.TransactionClient }) => prisma.$queryRaw`select 1`],
  ])('fails a transaction with the Prisma client in time: %s', async (_, run) => {
    const proxy = await startSilentProxy(target.url);
    const unresponsive = openDatabase({ url: proxy.url, poolSize: 1, responseTimeoutMs: 1_000 });
    const begun = performance.now();
    const work = runInPrismaTransaction<unknown>(unresponsive, (transaction) => {
      proxy.swallow();
      return run(transaction);
    });
    await expect(work).rejects.toThrow('Query read timeout');
    expect(performance.now() - begun).toBeLessThan(inTimeMs);
    expect(unresponsive.pool.totalCount).toBe(0);
    await unresponsive.close();
    await proxy.close();
  });

  test('fails a statement and a transaction in time, and its connections are closed', async () => {
    const proxy = await startSilentProxy(target.url);
    const unresponsive = openDatabase({ url: proxy.url, poolSize: 2, responseTimeoutMs: 1_000 });
    await Promise.all([unresponsive.pool.query('select 1'), unresponsive.pool.query('select 1')]);
    const begun = performance.now();
    const work = runInTransaction(unresponsive, ({ sql }) => {
      proxy.swallow();
      return sql(composedStatement('select 1'), []);
    });
    await expect(work).rejects.toThrow('Query read timeout');
    await expect(unresponsive.pool.query('select 1')).rejects.toThrow('Query read timeout');
    expect(performance.now() - begun).toBeLessThan(inTimeMs);
    expect(unresponsive.pool.totalCount).toBe(0);
    await unresponsive.close();
    await proxy.close();
  });
});
