import type pg from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.js';
import type { Database, RowScope } from '../database.js';
import { scopeSetting, withScope } from '../row-security/scope-sql.js';
import { sqlInScope } from './sql-in-scope.js';

interface ScopedConnections {
  /** The connections of `sql`. */
  readonly pool: pg.Pool;
  /** How a search begins its transaction. */
  readonly beginSearch: string;
}

/**
 * Returns the view of a database in which every statement, search and transaction declares its scope. It has the
 * connections of the database itself.
 */
export function databaseInScope(
  database: Database,
  { pool, beginSearch }: ScopedConnections,
  scope: RowScope,
): Database {
  let prisma: PrismaClient | undefined;
  return {
    pool: database.pool,
    sql: sqlInScope(pool, withScope('begin', { scope })),
    get prisma() {
      prisma ??= prismaInScope(database.prisma, scope);
      return prisma;
    },
    sessions: database.sessions,
    keys: database.keys,
    files: database.files,
    searches: {
      ...database.searches,
      sql: sqlInScope(database.searches.pool, withScope(beginSearch, { scope })),
    },
    slowStatements: database.slowStatements,
    scope,
    unscoped: database,
    inScope: database.inScope,
    close: () => database.close(),
  };
}

/** Each query of this client is a transaction of its own. Inside transactions, the client of the transaction is used. */
function prismaInScope(prisma: PrismaClient, scope: RowScope): PrismaClient {
  const scoped = prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        const declare = prisma.$queryRaw`select set_config(${scopeSetting}, ${scope}, true)`;
        const [, result] = await prisma.$transaction([declare, query(args)]);
        return result;
      },
    },
  });
  // The extension adds no operations and changes no results, only its type is another.
  return scoped as unknown as PrismaClient;
}
