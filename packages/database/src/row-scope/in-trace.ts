import { isRecording, type Trace } from '@parley/tracing';
import type { Database, SearchConnections } from '../database.js';
import type { Sql } from '../sql.js';
import { traceStatements } from '../traced-sql.js';

/**
 * Returns a view of the database whose statements, searches and transactions belong to the trace. It has the same
 * connections. Without a trace, this is the same database.
 */
export function inTrace(database: Database, trace: Trace | undefined): Database {
  if (trace === undefined) return database;
  return isRecording(trace) ? new RecordedView(database, trace) : new View(database, trace);
}

/** Each request has its own view, so it is an object of a class: `Object.create` with properties takes several µs. */
class View implements Database {
  /** Not a private field of JavaScript: other views have this one as their prototype. */
  private readonly base: Database;
  readonly trace: Trace;

  constructor(base: Database, trace: Trace) {
    this.base = base;
    this.trace = trace;
  }

  get pool() {
    return this.base.pool;
  }

  get sql(): Sql {
    return this.base.sql;
  }

  /** The first use of the client creates it, in the database itself. */
  get prisma() {
    return this.base.prisma;
  }

  get sessions() {
    return this.base.sessions;
  }

  get keys() {
    return this.base.keys;
  }

  get files() {
    return this.base.files;
  }

  get searches(): SearchConnections {
    return this.base.searches;
  }

  get slowStatements() {
    return this.base.slowStatements;
  }

  get scope() {
    return this.base.scope;
  }

  get unscoped() {
    return this.base.unscoped ?? this.base;
  }

  get onlyReads() {
    return this.base.onlyReads;
  }

  get inScope() {
    return this.base.inScope;
  }

  close() {
    return this.base.close();
  }
}

class RecordedView extends View {
  override get sql(): Sql {
    return traceStatements(super.sql, this.trace);
  }

  override get searches(): SearchConnections {
    const { pool, sql, size, timeoutMs } = super.searches;
    return { pool, sql: traceStatements(sql, this.trace), size, timeoutMs };
  }
}
