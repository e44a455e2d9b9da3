import { parseFilesUrl } from '@parley/config/files-url';
import type { Database } from '@parley/database';
import { useResource } from '@parley/testkit/hooks';
import { startObjectStorage, type TestObjectStorage } from '@parley/testkit/object-storage';
import { openFileStorage } from '../../src/index.js';

interface ObjectStorage {
  readonly storage: TestObjectStorage;
  /** The database, with new files in the object storage. */
  readonly database: Database;
}

/** Starts an object storage for the files of a database, for the tests of the file. */
export function useObjectStorage(of: { readonly database: Database }): ObjectStorage {
  const storage = useResource(startObjectStorage, ({ stop }) => stop());
  const database = useResource(
    async () => {
      const files = await openFileStorage({ objectStorage: parseFilesUrl(storage.url), filesStore: 's3' });
      return { ...of.database, files };
    },
    ({ files }) => files.objects?.close(),
  );
  return { storage, database };
}
