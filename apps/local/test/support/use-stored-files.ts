import { createHash, randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { openFiles } from '@parley/core';
import type { Database } from '@parley/database';
import { contextOf, createFile, createTenant } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import type { TestObjectStorage } from '@parley/testkit/object-storage';
import { useObjectStorage } from '../../../../packages/files/test/support/use-object-storage.js';
import { callCommand } from './call-command.js';

export interface StoredFiles {
  readonly storage: TestObjectStorage;
  readonly database: Database;
  /** The checksum of each file, by its id. */
  readonly checksums: ReadonlyMap<string, string>;
  readonly environment: Readonly<Record<string, string>>;
}

/** Stores six files of different sizes in PostgreSQL, beside an empty object storage. Read the result only inside tests. */
export function useStoredFiles() {
  const target = useTestDatabase();
  const { storage, database } = useObjectStorage(target);
  let tenantId: string;
  const stored: StoredFiles = useResource(async () => {
    tenantId = (await createTenant(database)).id;
    const checksums = new Map<string, string>();
    for (const size of [10, 262_144, 700_000, 1, 3_000_000, 20_000]) {
      const { id, checksum } = await createFile(database, tenantId, { bytes: randomBytes(size) });
      checksums.set(id, checksum);
    }
    const environment = { DATABASE_URL: target.url, FILES_URL: storage.url };
    return { storage, database, checksums, environment };
  });

  return {
    stored,
    run: (...args: string[]) => callCommand('files', args, stored.environment),
    /** Returns the number of files in each store. */
    async counts() {
      const groups = await stored.database.prisma.file.groupBy({ by: ['store'], _count: true });
      return Object.fromEntries(groups.map(({ store, _count }) => [store, _count]));
    },
    /** Expects that all bytes of every file can be read, whichever store they are in. */
    async expectAllReadable(): Promise<void> {
      const { database, checksums } = stored;
      const opened = await openFiles(contextOf(database, tenantId), [...checksums.keys()]);
      expect(opened.size).toBe(checksums.size);
      for (const [id, file] of opened) {
        const hash = createHash('sha256');
        for await (const chunk of file.readChunks()) hash.update(chunk);
        expect(hash.digest('hex')).toBe(checksums.get(id));
      }
    },
  };
}
