import { formatTraceparent, type Span, type Trace } from '@parley/tracing';
import type pg from 'pg';
import type { Prisma } from '../generated/prisma/client.js';
import { CommitTag } from './connections/commit-tag.js';
import { hasTimedOut, rollBack } from './connections/end-transaction.js';
import type { Database } from './database.js';
import { isConflict } from './is-conflict.js';
import { anyNumberOfJobs, isTooManyJobs, notifyWorkers, TooManyJobsError } from './notify-workers.js';
import { sharedDatabase } from './row-scope/row-scope.js';
import { withScope } from './row-security/scope-sql.js';
import type { Sql } from './sql.js';
import { inTransactionSpan } from './traced-sql.js';
import { type TrackedConnection, trackConnection } from './tracking-pool.js';
import { beginTransaction, transactionSettings } from './transaction-settings.js';
import { type Send, TransactionStatements } from './transaction-statements.js';

export interface OpenTransaction {
  readonly sql: Sql;
  /** For a statement whose rows nobody reads: nothing waits for it, and if it fails, the transaction fails. */
  readonly send: Send;
}

export interface TransactionOptions {
  /** Rolls back and throws `TooManyJobsError` when the transaction has added more. Default is any number. */
  readonly maxAddedJobs?: number | undefined;
  /** How long a statement waits for a lock; it then fails (`isLockTimeout`). Default is as long as the statement may take. */
  readonly lockTimeoutMs?: number | undefined;
}

/**
 * Commits when the work is done, and rolls back when it throws. Work that fails because of a concurrent transaction is
 * repeated, so it must keep no state of an earlier attempt.
 */
export function runInTransaction<Result>(
  database: Database,
  work: (transaction: OpenTransaction) => Promise<Result>,
  { maxAddedJobs = anyNumberOfJobs, lockTimeoutMs }: TransactionOptions = {},
): Promise<Result> {
  return repeatAfterConflict(database, (trace, span) =>
    tryInTransaction(database, work, { maxAddedJobs, lockTimeoutMs, trace, span }),
  );
}

/** Like `runInTransaction`, with Prisma's client in addition to `sql`, both on the connection of one transaction. */
export function runInPrismaTransaction<Result>(
  database: Database,
  work: (transaction: OpenTransaction & { readonly prisma: Prisma.TransactionClient }) => Promise<Result>,
  { maxAddedJobs = anyNumberOfJobs }: Pick<TransactionOptions, 'maxAddedJobs'> = {},
): Promise<Result> {
  const { pool, prisma } = sharedDatabase(database);
  return repeatAfterConflict(database, async (trace, span) => {
    const tracked: TrackedConnection = {};
    let started: { statements: TransactionStatements; tag: CommitTag } | undefined;
    const start = () =>
      prisma.$transaction(async (transaction) => {
        const { client } = tracked;
        if (client === undefined)
          throw new Error('Prisma acquired no connection of the pool for its transaction');
        const statements = new TransactionStatements(client, span);
        started = { statements, tag: new CommitTag(client) };
        const { sql, send } = statements;
        statements.begin(settingsFor(database, transactionSettings, trace));
        const done = await work({ sql, send, prisma: transaction }).catch((error) =>
          closeIfSilent(client, statements.causeOf(error)),
        );
        const counting = statements.countAddedJobs(maxAddedJobs).catch(refuseTooManyJobs);
        // Throws if a statement that was sent has failed, so that Prisma rolls back.
        const [jobs] = await Promise.all([counting, statements.settle()]);
        return { result: done, added: jobs };
      }, prismaTimeouts);
    const { result, added } = await trackConnection(tracked, start).finally(() => started?.tag.stop());
    // Prisma does not notice that PostgreSQL has rolled back instead of committing.
    if (started && started.tag.last !== 'COMMIT') throw started.statements.rolledBack();
    if (added > 0) notifyWorkers(pool, added);
    return result;
  });
}

/** The timeout of the pool, and more time than a few statements need; the defaults of Prisma are 2 and 5 seconds. */
const prismaTimeouts = { maxWait: 5_000, timeout: 120_000 };

const maxAttempts = 4;

async function repeatAfterConflict<Result>(
  { trace }: Database,
  work: (trace: Trace | undefined, span?: Span) => Promise<Result>,
): Promise<Result> {
  const attempt = () => inTransactionSpan(trace, work);
  for (let attempts = 1; attempts < maxAttempts; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return attempt();
}

interface TransactionAttempt {
  readonly maxAddedJobs: number;
  readonly lockTimeoutMs: number | undefined;
  /** The position of the transaction. */
  readonly trace: Trace | undefined;
  readonly span: Span | undefined;
}

async function tryInTransaction<Result>(
  database: Database,
  work: (transaction: OpenTransaction) => Promise<Result>,
  { maxAddedJobs, lockTimeoutMs, trace, span }: TransactionAttempt,
): Promise<Result> {
  const { pool } = database;
  const client = await pool.connect();
  try {
    const statements = new TransactionStatements(client, span);
    const settings = settingsFor(database, beginTransaction, trace);
    statements.begin(
      lockTimeoutMs === undefined ? settings : `${settings}; set local lock_timeout = ${lockTimeoutMs}`,
    );
    const result = await work(statements);
    const added = await statements.commit(maxAddedJobs).catch(refuseTooManyJobs);
    client.release();
    if (added > 0) notifyWorkers(pool, added);
    return result;
  } catch (error) {
    client.release(hasTimedOut(error) ? error : await rollBack(client));
    throw error;
  }
}

function settingsFor(database: Database, settings: string, trace: Trace | undefined): string {
  const scoped = withScope(settings, database);
  return withTraceparent(database.onlyReads ? `${scoped}; set transaction read only` : scoped, trace);
}

/**
 * Returns the setting with the position in the trace. The events and jobs that the transaction adds are stored with
 * this position. It is sent with `begin`, so it needs no additional round trip.
 */
function withTraceparent(statements: string, trace: Trace | undefined): string {
  return trace === undefined
    ? statements
    : `${statements}; set local parley.traceparent = '${formatTraceparent(trace)}'`;
}

function refuseTooManyJobs(error: unknown): never {
  throw isTooManyJobs(error) ? new TooManyJobsError() : error;
}

/**
 * Closes a connection that does not respond. Prisma itself would roll back, wait for that, and return the connection to
 * the pool.
 */
function closeIfSilent(client: pg.PoolClient, error: unknown): never {
  if (hasTimedOut(error)) void client.end();
  throw error;
}
