import { isRecording, type Trace } from '@parley/tracing';
import type { Database } from '../database.js';
import { traceStatements } from '../traced-sql.js';

/**
 * Returns a view of the database whose statements, searches and transactions belong to the trace. It has the same
 * connections. Without a trace, this is the same database.
 */
export function inTrace(database: Database, trace: Trace | undefined): Database {
  if (trace === undefined) return database;
  const { sql, searches, unscoped = database } = database;
  // The prototype keeps the client of Prisma, which its first use creates.
  return Object.create(database, {
    trace: { value: trace },
    unscoped: { value: unscoped },
    ...(isRecording(trace) && {
      sql: { value: traceStatements(sql, trace) },
      searches: { value: { ...searches, sql: traceStatements(searches.sql, trace) } },
    }),
  });
}
