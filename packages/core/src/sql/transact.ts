import type { OpenTransaction, Prisma } from '@parley/database';
import { runInPrismaTransaction, runInTransaction, TooManyJobsError } from '@parley/database';
import type { Context } from '../context.js';
import { limitReached } from '../plans/limit-reached.js';
import { type SecretParts, withIdempotency } from './with-idempotency.js';

export interface Transaction extends OpenTransaction {
  /** Set for a check, which locks and writes nothing. */
  readonly isReadOnly?: boolean;
}

export interface PrismaTransaction extends Transaction {
  readonly prisma: Prisma.TransactionClient;
}

/**
 * Runs the whole effect of a use case, with its events and jobs, as one transaction, and stores the result under the
 * idempotency key in the same transaction. The result must therefore be plain JSON, and `secrets` must name its secret.
 */
export function transact<Result>(
  context: Context,
  work: (transaction: Transaction) => Promise<Result>,
  secrets: SecretParts<Result> = {},
): Promise<Result> {
  return limitJobs(context, (options) =>
    runInTransaction(
      context.database,
      (transaction) => withIdempotency(context, transaction, { work: () => work(transaction), secrets }),
      options,
    ),
  );
}

/**
 * Like `transact`, with Prisma's client in addition to `sql`. A write costs 1 to 2 ms more CPU (docs/decisions/0030).
 */
export function transactWithPrisma<Result>(
  context: Context,
  work: (transaction: PrismaTransaction) => Promise<Result>,
  secrets: SecretParts<Result> = {},
): Promise<Result> {
  return limitJobs(context, (options) =>
    runInPrismaTransaction(
      context.database,
      (transaction) => withIdempotency(context, transaction, { work: () => work(transaction), secrets }),
      options,
    ),
  );
}

/** A stored result adds no jobs, so a repeated request gets it even when the limit is reached. */
export async function limitJobs<Result>(
  { limits, waitingJobs }: Context,
  run: (options: { readonly maxAddedJobs?: number }) => Promise<Result>,
): Promise<Result> {
  if (limits === undefined || waitingJobs === undefined) return run({});
  try {
    return await run({ maxAddedJobs: Math.max(0, limits.waitingJobs - waitingJobs) });
  } catch (error) {
    throw error instanceof TooManyJobsError ? limitReached('waitingJobs', limits.waitingJobs) : error;
  }
}
