import type { Database } from '../database.js';
import { sharedDatabase } from './row-scope.js';

/** Returns a view of the database in whose transactions PostgreSQL refuses to write. It has the same connections. */
export function onlyReads(database: Database): Database {
  // The prototype keeps the client of Prisma, which its first use creates.
  return Object.create(database, {
    onlyReads: { value: true },
    unscoped: { value: sharedDatabase(database) },
  });
}

/** Whether PostgreSQL has refused to write, because the transaction may only read. */
export function isRefusedWrite(error: unknown): boolean {
  return error instanceof Error && error.message.includes('read-only transaction');
}
