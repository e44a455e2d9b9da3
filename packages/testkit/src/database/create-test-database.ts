import { randomBytes } from 'node:crypto';
import { createDatabaseFromTemplate, type Database, dropDatabase, openDatabase } from '@parley/database';
import { findConnections } from './find-connections.js';
import { testKeys } from './test-keys.js';
import { findTestServer } from './test-server.js';

export interface TestDatabase {
  readonly url: string;
  /** An open connection, for fixtures and for reading what was written. */
  readonly database: Database;
  /** Drops the database; fails if another connection to it is still open. */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** How long `close` waits for the end of other connections. Default is 10 s, since a server can be busy. */
  readonly graceMs?: number;
  /** The name of the database that is copied. The default is one that is migrated and has no rows. */
  readonly template?: string;
}

/** The template of a database without tables. */
export const withoutTables = 'template0';

/** Creates a migrated, empty database in milliseconds. Call it once per test file. */
export async function createTestDatabase({
  graceMs = 10_000,
  template,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await findTestServer();
  const { adminUrl } = server;
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  const url = await createDatabaseFromTemplate(adminUrl, name, template ?? server.template);
  const database = openDatabase({ url, keys: testKeys, poolSize: 5 });
  return {
    url,
    database,
    async close() {
      await database.close();
      const leaked = await findConnections(adminUrl, { databaseName: name, graceMs });
      await dropDatabase(adminUrl, name);
      if (leaked.length > 0) {
        throw new Error(`Connections were left open after the test:\n- ${leaked.join('\n- ')}`);
      }
    },
  };
}
