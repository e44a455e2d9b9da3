import { expect, jest, test } from '@jest/globals';
import { useConnections, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { composedStatement, isConnectionLost, openDatabase } from '../src/index.js';

const target = useTestDatabase();
const database = useConnections(target, { poolSize: 1 });

/** Runs the work and returns its error. */
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const run = (text: string) => database.sql(composedStatement(text), []);

test.each(['40001', '40P01', '57014', '25006', '53300'])(
  'the connection is not lost when the server refuses a statement with %s',
  async (errcode) => {
    const error = await errorOf(run(`do $$ begin raise exception using errcode = '${errcode}'; end $$`));
    expect(error).toMatchObject({ code: errcode });
    expect(isConnectionLost(error)).toBe(false);
  },
);

test('the connection is not lost when the response takes too long', async () => {
  const hasty = openDatabase({ url: target.url, poolSize: 1, responseTimeoutMs: 20 });
  const lock = 'select pg_advisory_lock(1)';
  const holder = await database.pool.connect();
  try {
    await holder.query(lock);
    const error = await errorOf(hasty.sql(composedStatement(lock), []));
    expect(error).toMatchObject({ message: 'Query read timeout' });
    expect(isConnectionLost(error)).toBe(false);
  } finally {
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
    await hasty.close();
  }
});

test('the connection is not lost when all connections of the pool are in use', async () => {
  const client = await database.pool.connect();
  jest.useFakeTimers();
  try {
    const failed = errorOf(run('select 1'));
    await jest.advanceTimersByTimeAsync(5_000);
    const error = await failed;
    expect(error).toMatchObject({ message: 'timeout exceeded when trying to connect' });
    expect(isConnectionLost(error)).toBe(false);
  } finally {
    jest.useRealTimers();
    client.release();
  }
});

test('the connection is lost when the server ends it', async () => {
  const error = await errorOf(run('select pg_terminate_backend(pg_backend_pid())'));
  expect(isConnectionLost(error)).toBe(true);
});

test('the connection is lost when the server does not listen', async () => {
  const nowhere = openDatabase({ url: 'postgres://parley@127.0.0.1:1/parley' });
  try {
    expect(isConnectionLost(await errorOf(nowhere.sql(composedStatement('select 1'), [])))).toBe(true);
  } finally {
    await nowhere.close();
  }
});
