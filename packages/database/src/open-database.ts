import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { applicationName, declaringApplicationName } from './application-name.js';
import { beginOfSearch, searchSettings, sqlWithTimeout } from './connections/search-connections.js';
import {
  sessionSettings,
  startupOptions,
  statementTimeoutMs,
  takeOptions,
} from './connections/session-settings.js';
import { SlowStatements } from './connections/slow-statements.js';
import type { Database } from './database.js';
import { missingKeys } from './keys/find-key-wrapper.js';
import type { KeyWrapper } from './keys/key-wrapper.js';
import { lendPrisma } from './lend-prisma.js';
import { type FileStorage, storeInPostgres } from './objects/file-storage.js';
import { databaseInScope } from './row-scope/database-in-scope.js';
import { sqlOn } from './sql.js';
import { TrackingPool } from './tracking-pool.js';

export type OpenDatabaseOptions = {
  url: string;
  /** Wraps the data keys of the secrets; by default every secret is refused. */
  keys?: KeyWrapper;
  /** Where files are stored; by default in this database. */
  files?: FileStorage;
  /**
   * Whether `url` is the address of a pooler; the default is false. Connections to a pooler send no session settings,
   * so the settings of the role apply.
   */
  isPooled?: boolean;
  /** The server itself, for a connection that keeps its session. Default is `url`; null when only a pooler can be reached. */
  directUrl?: string | null | undefined;
  /** The number of connections of this process; the default is 10. */
  poolSize?: number;
  /** Additional connections for searches; the default is half as many. */
  searchPoolSize?: number | undefined;
  /** How long a search may run; the default is 5 s. */
  searchTimeoutMs?: number | undefined;
  /** How long a statement may run without a response. The default is 35 s; the server itself ends a statement after 30 s. */
  responseTimeoutMs?: number;
  /**
   * Whether each transaction declares whose rows it sees, which the policies of row-level security need. A statement
   * outside transactions then becomes a transaction. The default is false.
   */
  declaresTenants?: boolean;
  /** Statements that take longer are slow; the default is 500 ms, and 0 means that none is. */
  slowStatementMs?: number;
  /** Called with the name of each slow statement, never with its values. */
  onSlow?: (statement: string, durationMs: number) => void;
  /** Called when an idle connection is lost; the pool opens a new one when it needs it. */
  onConnectionLost?: (error: Error) => void;
};

const defaultSlowMs = 500;

export function openDatabase(options: OpenDatabaseOptions): Database {
  const { poolSize = 10, searchPoolSize = Math.ceil(poolSize / 2), searchTimeoutMs = 5_000 } = options;
  // Transactions send statements before the ones before them are answered.
  const pool = new TrackingPool({ ...poolOptions(options, { max: poolSize }), pipeline: true });
  const { declaresTenants = false } = options;
  const searchPool = new pg.Pool({
    ...poolOptions(options, { max: searchPoolSize, timeoutMs: searchTimeoutMs, settings: searchSettings }),
    // Then a search has three statements.
    ...(declaresTenants && { pipeline: true }),
  });
  const sessionPool = options.directUrl ? new pg.Pool(sessionOptions(options, options.directUrl)) : undefined;
  const pools = [pool, searchPool, ...(sessionPool ? [sessionPool] : [])];
  const { slowStatementMs: slowMs = defaultSlowMs, onSlow } = options;
  const slowStatements = new SlowStatements({ slowMs, onSlow });
  let isClosing = false;
  for (const opened of pools) {
    // Without a listener the loss of an idle connection would end the process.
    opened.on('error', (error) => {
      if (!isClosing) options.onConnectionLost?.(error);
    });
    // Without this listener, the loss of a connection within a transaction would end the process too. Its statement
    // fails anyway.
    opened.on('connect', (client) => client.on('error', () => undefined));
    opened.on('connect', (client) => slowStatements.watch(client));
  }
  const beginSearch = beginOfSearch(options.isPooled ? searchTimeoutMs : undefined);
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) });
  const lent = lendPrisma(adapter);
  const database: Database = {
    pool,
    sql: sqlOn(pool),
    get prisma() {
      return lent.prisma;
    },
    sessions: sessionPool ?? (options.directUrl === null ? undefined : pool),
    keys: options.keys ?? missingKeys,
    files: options.files ?? storeInPostgres(),
    searches: {
      pool: searchPool,
      sql: options.isPooled ? sqlWithTimeout(searchPool, searchTimeoutMs) : sqlOn(searchPool),
      size: searchPoolSize,
      timeoutMs: searchTimeoutMs,
    },
    slowStatements,
    ...(declaresTenants && {
      inScope: (scope) => databaseInScope(database, { pool, beginSearch }, scope),
    }),
    async close() {
      // pg-pool does not wait until the server has closed a connection. If the server stops meanwhile, the connection
      // breaks, which does no harm.
      isClosing = true;
      await lent.giveBack();
      await Promise.all(pools.map((opened) => opened.end()));
    },
  };
  return database;
}

interface SessionOptions {
  readonly max: number;
  readonly timeoutMs?: number;
  /** Settings in addition to those of every session. */
  readonly settings?: Readonly<Record<string, string>>;
}

function poolOptions(
  { url, isPooled = false, responseTimeoutMs = 35_000, declaresTenants = false }: OpenDatabaseOptions,
  { max, timeoutMs = statementTimeoutMs, settings = {} }: SessionOptions,
): pg.PoolConfig {
  const options = takeOptions(url);
  return {
    connectionString: withoutApplicationName(isPooled ? url : options.url),
    max,
    // After this time the request fails, because the database is unavailable.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A server that is frozen or unreachable cannot end a statement, and the socket alone would wait for many minutes.
    query_timeout: Math.min(responseTimeoutMs, timeoutMs + 5_000),
    application_name: declaresTenants ? declaringApplicationName : applicationName,
    ...(!isPooled && {
      // The last of two values counts, so our settings have priority.
      options: `${options.given} ${startupOptions({
        ...sessionSettings,
        ...settings,
        statement_timeout: `${timeoutMs}ms`,
      })}`.trim(),
    }),
  };
}

/** pg prefers the settings of a URL to ours, but the name says whether this process declares tenants. */
function withoutApplicationName(url: string): string {
  return url.replace(/(?<=[?&])application_name=[^&#]*&?/g, '');
}

function sessionOptions(options: OpenDatabaseOptions, url: string): pg.PoolConfig {
  return poolOptions({ ...options, url, isPooled: false }, { max: 1 });
}

const statementNames = new Map<string, string>();
const maxStatementNames = 2_000;

/** The same text gets the same name, so each connection parses and plans it once. */
function statementName(sql: string): string {
  const known = statementNames.get(sql);
  if (known) return known;
  const name = createHash('sha1').update(sql).digest('base64url');
  if (statementNames.size < maxStatementNames) statementNames.set(sql, name);
  return name;
}
