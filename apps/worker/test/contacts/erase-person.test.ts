import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseFilesUrl } from '@parley/config/files-url';
import type { FileStorage, FileStore } from '@parley/database';
import { openFileStorage } from '@parley/files';
import { startTestApp } from '@parley/testkit/app';
import { erasePerson, expectedPlaces } from '@parley/testkit/lifecycle';
import { startObjectStorage, type TestObjectStorage } from '@parley/testkit/object-storage';
import { useWorker } from '../support/use-worker.js';

const publicUrl = 'http://parley.example';

describe('the erasure of a person', () => {
  let objects: TestObjectStorage;
  const opened: FileStorage[] = [];

  beforeAll(async () => {
    objects = await startObjectStorage();
  });
  // The API stores files in the database, and the worker in the object storage, so that one run has files in both.
  const state = useWorker({ withMaintenance: true, openFiles: () => openFiles('s3') });
  afterAll(async () => {
    for (const files of opened) files.objects?.close();
    await objects.stop();
  });

  async function openFiles(filesStore: FileStore): Promise<FileStorage> {
    const files = await openFileStorage({ objectStorage: parseFilesUrl(objects.url), filesStore });
    opened.push(files);
    return files;
  }

  it('leaves no row and no object with a marker that was sent in every possible way, and no data of others is lost', async () => {
    const { url } = state;
    const database = { ...state.database, files: await openFiles('postgres') };
    const env = { PUBLIC_URL: publicUrl, V2_SUNSET_AT: '2100-01-01T00:00:00Z' };
    const app = await startTestApp({ now: new Date(), env, database: { url, database } });
    try {
      const result = await erasePerson({ url: app.url, publicUrl, database, objects });
      const expected = new Set([...expectedPlaces({}), ...expectedPlaces({ objects })]);
      expect(Object.keys(result.planted).sort()).toEqual([...expected].sort());
      expect(result.left).toEqual({});
      expect(result.losses).toEqual([]);
    } finally {
      await app.stop();
    }
  }, 120_000);
});
