import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.js';
import { LendingPool } from './lending-pool.js';
import { type Sql, sqlOn } from './sql.js';

export type OpenDatabaseOptions = {
  url: string;
  /** The number of connections of this process; the default is 10. */
  poolSize?: number;
  /** How long a statement may run without a response. The default is 35 s; the server itself ends a statement after 30 s. */
  responseTimeoutMs?: number;
  /** Called for statements that took longer than 500 ms. The text has placeholders, never values. */
  onSlow?: (statement: string, durationMs: number) => void;
  /** Called when an idle connection is lost; the pool opens a new one when it needs it. */
  onConnectionLost?: (error: Error) => void;
};

export type Database = {
  /** The Prisma client uses the same connections. */
  pool: pg.Pool;
  /** Runs one hot statement, prepared, outside any transaction. */
  sql: Sql;
  prisma: PrismaClient;
  close(): Promise<void>;
};

const slowMs = 500;

export function openDatabase(options: OpenDatabaseOptions): Database {
  const pool = new LendingPool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    // After this time the request fails with an unavailable database.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    // A server that is frozen or cut off cannot end a statement, and the socket alone would wait for many minutes.
    query_timeout: options.responseTimeoutMs ?? 35_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'parley',
  });
  // Without a listener the loss of an idle connection would end the process.
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) options.onConnectionLost?.(error);
  });
  // The same applies to a connection that is lost within a transaction, when the pool does not listen; its statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) });
  const prisma = options.onSlow ? watchSlow(adapter, options.onSlow) : new PrismaClient({ adapter });
  return {
    pool,
    sql: sqlOn(pool),
    prisma,
    async close() {
      // pg-pool does not wait until the server has closed a connection; a server that stops meanwhile breaks it, which does no harm.
      isClosing = true;
      await prisma.$disconnect();
      await pool.end();
    },
  };
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

function watchSlow(adapter: PrismaPg, onSlow: NonNullable<OpenDatabaseOptions['onSlow']>): PrismaClient {
  const prisma = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  prisma.$on('query', (event) => {
    if (event.duration > slowMs) onSlow(event.query, event.duration);
  });
  return prisma;
}
