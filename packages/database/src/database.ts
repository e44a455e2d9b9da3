import type { Trace } from '@parley/tracing';
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { SlowStatements } from './connections/slow-statements.js';
import type { KeyWrapper } from './keys/key-wrapper.js';
import type { FileStorage } from './objects/file-storage.js';
import type { Sql } from './sql.js';

export type Database = {
  /** The Prisma client uses the same connections. */
  pool: pg.Pool;
  /** Runs one prepared statement outside any transaction, for frequent statements. */
  sql: Sql;
  readonly prisma: PrismaClient;
  /** Connections that keep their session, for LISTEN; undefined when only a pooler in transaction mode can be reached. */
  sessions: pg.Pool | undefined;
  /** Wraps the data keys with which the secrets in the database are sealed. */
  keys: KeyWrapper;
  /** Where the bytes of files are stored. */
  files: FileStorage;
  /** Searches have connections of their own, so that no search delays other work. */
  searches: SearchConnections;
  slowStatements: SlowStatements;
  /** Whose rows the transactions declare to see; absent where nothing is declared. */
  readonly scope?: RowScope | undefined;
  /** The database of which this one is a view; absent for the database itself. */
  readonly unscoped?: Database | undefined;
  /** Set for a view in whose transactions PostgreSQL refuses to write. */
  readonly onlyReads?: true | undefined;
  /** The position to which the statements and transactions of a view belong; absent for the database itself. */
  readonly trace?: Trace;
  /** Returns a view that declares this scope; absent unless the processes declare their tenants. */
  readonly inScope?: ((scope: RowScope) => Database) | undefined;
  close(): Promise<void>;
};

/** Whose rows a transaction sees where row-level security is on: the id of a tenant, or `all`. */
export type RowScope = string;

export interface SearchConnections {
  readonly pool: pg.Pool;
  readonly sql: Sql;
  /** The number of connections. */
  readonly size: number;
  /** The server ends a statement after this time (SQLSTATE 57014). */
  readonly timeoutMs: number;
}
