import { type Database, type OpenDatabaseOptions, openDatabase } from '@parley/database';
import { createTestDatabase, type TestDatabase } from '../database/create-test-database.js';
import { testKeys } from '../database/test-keys.js';
import { bindLate, useResource } from './use-resource.js';

/** Creates a migrated, empty database for the tests of the file, and drops it after what uses it was closed. */
export function useTestDatabase(): TestDatabase {
  const target = useResource(createTestDatabase, ({ close }) => close());
  return {
    get url() {
      return target.url;
    },
    database: bindLate(() => target.database),
    close: () => target.close(),
  };
}

/** Opens connections of their own to a test database, as a process would. */
export const useConnections = (
  target: { readonly url: string },
  options: Omit<OpenDatabaseOptions, 'url'> = {},
): Database =>
  useResource(
    async () => openDatabase({ url: target.url, keys: testKeys, ...options }),
    ({ close }) => close(),
  );
