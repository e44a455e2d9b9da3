import { randomBytes } from 'node:crypto';
import { createDatabaseFromTemplate, type Database, dropDatabase, openDatabase } from '@parley/database';
import { findConnections } from './find-connections.js';
import { findTestServer } from './test-server.js';

export interface TestDatabase {
  readonly url: string;
  /** Open, for fixtures and for looking at what was written. */
  readonly database: Database;
  /** Drops the database; fails when somebody else is still connected to it. */
  close(): Promise<void>;
}

/** A migrated, empty database of one's own, made in milliseconds: call it once per test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = await findTestServer();
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  const url = await createDatabaseFromTemplate(adminUrl, name, template);
  const database = openDatabase({ url, poolSize: 5 });
  return {
    url,
    database,
    async close() {
      await database.close();
      const leaked = await findConnections(adminUrl, name);
      await dropDatabase(adminUrl, name);
      if (leaked.length > 0) {
        throw new Error(`Connections were left open when the test was over:\n- ${leaked.join('\n- ')}`);
      }
    },
  };
}
