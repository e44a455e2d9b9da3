import type { Prisma } from '../generated/prisma/client.js';
import type { Database } from './open-database.js';
import { type Sql, type Statement, sqlOn } from './sql.js';

/** Commits when the work is done, rolls back when it throws. */
export async function runInTransaction<Result>(
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
    // A connection that cannot even roll back is broken: it is closed instead of going back to the pool.
    const broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    );
    client.release(broken);
    throw error;
  }
}

export function runInPrismaTransaction<Result>(
  { prisma }: Database,
  work: (transaction: { sql: Sql; prisma: Prisma.TransactionClient }) => Promise<Result>,
): Promise<Result> {
  return prisma.$transaction((transaction) => work({ sql: sqlOnPrisma(transaction), prisma: transaction }));
}

function sqlOnPrisma(prisma: Prisma.TransactionClient): Sql {
  return <Row>({ text }: Statement<Row>, values: readonly unknown[]) =>
    prisma.$queryRawUnsafe<Row[]>(text, ...values);
}
