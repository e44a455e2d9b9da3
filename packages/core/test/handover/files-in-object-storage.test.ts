import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseFilesUrl } from '@parley/config/files-url';
import { moveFiles } from '@parley/core/administration';
import type { Database } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { startObjectStorage, type TestObjectStorage } from '@parley/testkit/object-storage';
import { hashInChunks } from '../../src/files/hash-in-chunks.js';
import { removeLeavingObjects } from '../../src/files/remove-leaving-objects.js';
import { exportWorkspace } from '../../src/handover/index.js';
import { createFile } from '../../src/index.js';
import { useWorlds } from '../use-worlds.js';
import { MemoryExport } from './memory-export.js';

const worlds = useWorlds();
const now = () => new Date();
let storage: TestObjectStorage;
let database: Database;

beforeAll(async () => {
  storage = await startObjectStorage();
  const files = await openFileStorage({ objectStorage: parseFilesUrl(storage.url), filesStore: 's3' });
  database = { ...worlds.database, files };
});
afterAll(async () => {
  database.files.objects?.close();
  await storage.stop();
});

test('a file that moves to the database during the export is exported with its bytes', async () => {
  const tenantId = worlds.own.tenant.id;
  const content = Buffer.from('the same bytes');
  const checksum = await hashInChunks(content);
  const file = { name: 'a.txt', contentType: 'text/plain', content, checksum };
  const { id } = await createFile({ ...worlds.context(), now, database }, file);
  const exported = new (class extends MemoryExport {
    override async writeLine(line: string): Promise<void> {
      await super.writeLine(line);
      if (!line.startsWith('{"kind":"end"')) return;
      // The rows are written, and the bytes are not read yet.
      expect(await moveFiles(database, { to: 'postgres', now })).toMatchObject({ files: 1 });
      await removeLeavingObjects(database, tenantId);
      expect(await storage.listKeys()).toEqual([]);
    }
  })();
  await exportWorkspace(database, exported, { tenant: tenantId });
  expect(exported.files.get(id)).toEqual(content);
});
