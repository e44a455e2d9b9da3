import { afterAll, beforeAll, describe } from '@jest/globals';
import { startObjectStorage, type TestObjectStorage } from '@parley/testkit/object-storage';
import { type Stage, startStage } from '../../support/start-stage.js';
import { describeObjectStorage } from './object-storage-only.js';
import { describeStoredFiles, type StoreStage } from './store-files.js';

describe.each(['postgres', 's3'] as const)('files in %s', (store) => {
  let storage: TestObjectStorage;
  let stage: Stage;

  beforeAll(async () => {
    storage = await startObjectStorage();
    stage = await startStage({ env: { FILES_URL: storage.url, FILES_STORE: store } });
  });
  afterAll(async () => {
    await stage?.stop();
    await storage?.stop();
  });

  const open = (): StoreStage => ({ stage, storage, store });
  describeStoredFiles(open);
  if (store === 's3') describeObjectStorage(open);
});
