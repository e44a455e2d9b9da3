import type { Prisma, Sql } from '@parley/database';
import { runInPrismaTransaction, runInTransaction } from '@parley/database';
import type { Context } from '../context.js';
import { withIdempotency } from './with-idempotency.js';

export interface Transaction {
  readonly sql: Sql;
  /** Set for a check, which locks and writes nothing. */
  readonly isReadOnly?: boolean;
}

export interface PrismaTransaction extends Transaction {
  readonly prisma: Prisma.TransactionClient;
}

/**
 * Runs the whole effect of a use case, with its events and jobs, as one transaction, and stores the result under the
 * idempotency key in the same transaction. The result must therefore be plain JSON.
 */
export function transact<Result>(
  context: Context,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return runInTransaction(context.database, (transaction) =>
    withIdempotency(context, transaction, () => work(transaction)),
  );
}

/**
 * Like `transact`, with Prisma's client in addition to `sql`. A write costs 1 to 2 ms more CPU (docs/decisions/0030).
 */
export function transactWithPrisma<Result>(
  context: Context,
  work: (transaction: PrismaTransaction) => Promise<Result>,
): Promise<Result> {
  return runInPrismaTransaction(context.database, (transaction) =>
    withIdempotency(context, transaction, () => work(transaction)),
  );
}
