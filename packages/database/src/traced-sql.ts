import { isRecording, recordIfLong, type Span, type Trace, withSpan } from '@parley/tracing';
import { addsJobs } from './notify-workers.js';
import type { Sql, Statement } from './sql.js';

/** Records a span for each statement that takes long or fails, if the trace is recorded. */
export function traceStatements(sql: Sql, trace: Trace | undefined): Sql {
  if (!isRecording(trace)) return sql;
  return (statement, values) =>
    recordIfLong(
      trace,
      () => describe(statement),
      () => sql(statement, values),
    );
}

/**
 * Records one span for a transaction, with the names of its statements. One span for each statement would cost too
 * much.
 */
export function inTransactionSpan<Result>(
  parent: Trace | undefined,
  work: (trace: Trace | undefined, span?: Span) => Promise<Result>,
): Promise<Result> {
  return withSpan(parent, transaction, work);
}

const transaction = {
  name: 'transaction',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'transaction' },
} as const;

/**
 * Runs the statements of a transaction. A statement that adds jobs has its own span, which the spans of the jobs
 * follow.
 */
export function traceInTransaction(sql: Sql, span: Span | undefined): { sql: Sql; finish(): void } {
  if (span === undefined) return { sql, finish: () => undefined };
  const names: string[] = [];
  return {
    sql: (statement, values) => {
      names.push(nameOf(statement));
      if (!addsJobs(statement)) return sql(statement, values);
      return withSpan(span.trace, describeEnqueueing(statement), () => sql(statement, values));
    },
    finish: () =>
      span.set({
        'db.query.summary': names.join(' ').slice(0, 255),
        'db.operation.batch.size': names.length,
      }),
  };
}

function describe(statement: Statement<unknown>) {
  const name = nameOf(statement);
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name };
  return { name, kind: 'client', attributes } as const;
}

function describeEnqueueing(statement: Statement<unknown>) {
  const name = nameOf(statement);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': name,
    'messaging.system': 'graphile_worker',
    'messaging.operation.type': 'send',
  };
  return { name, kind: 'producer', attributes } as const;
}

/** A search has a name only when its text is used often. */
function nameOf({ name = 'unnamed' }: Statement<unknown>): string {
  return name;
}
