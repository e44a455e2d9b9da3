import type { Prisma } from '../generated/prisma/client.js';
import { isConflict } from './is-conflict.js';
import type { Database } from './open-database.js';
import { type Sql, type Statement, sqlOn } from './sql.js';

/**
 * Commits when the work is done, rolls back when it throws. Work that loses against somebody else's is done again, so
 * it must keep nothing of an earlier try.
 */
export function runInTransaction<Result>(
  database: Database,
  work: (transaction: { sql: Sql }) => Promise<Result>,
): Promise<Result> {
  return repeatAfterConflict(() => tryInTransaction(database, work));
}

export function runInPrismaTransaction<Result>(
  { prisma }: Database,
  work: (transaction: { sql: Sql; prisma: Prisma.TransactionClient }) => Promise<Result>,
): Promise<Result> {
  return repeatAfterConflict(() =>
    prisma.$transaction(
      (transaction) => work({ sql: sqlOnPrisma(transaction), prisma: transaction }),
      prismaPatience,
    ),
  );
}

/** As long as the pool and a single statement may take; by itself Prisma would give up after 2 and 5 seconds. */
const prismaPatience = { maxWait: 5_000, timeout: 30_000 };

const mostTries = 4;

async function repeatAfterConflict<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries < mostTries; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return attempt();
}

async function tryInTransaction<Result>(
  { pool }: Database,
  work: (transaction: { sql: Sql }) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work({ sql: sqlOn(client) });
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(isUnanswered(error) ? error : await rollBack(client));
    throw error;
  }
}

/** A connection that cannot even roll back is broken: it is closed instead of going back to the pool. */
function rollBack(client: { query(text: string): Promise<unknown> }): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/** On a connection that has gone silent a rollback would wait just as long again. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

function sqlOnPrisma(prisma: Prisma.TransactionClient): Sql {
  return <Row>({ text }: Statement<Row>, values: readonly unknown[]) =>
    prisma.$queryRawUnsafe<Row[]>(text, ...values);
}
