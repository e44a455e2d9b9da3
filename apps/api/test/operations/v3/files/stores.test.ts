import { describe } from '@jest/globals';
import { useResource } from '@parley/testkit/hooks';
import { startObjectStorage } from '@parley/testkit/object-storage';
import { startStage } from '../../support/start-stage.js';
import { describeObjectStorage } from './object-storage-only.js';
import { describeStoredFiles, type StoreStage } from './store-files.js';

describe.each(['postgres', 's3'] as const)('files in %s', (store) => {
  const storage = useResource(startObjectStorage, ({ stop }) => stop());
  const stage = useResource(
    () => startStage({ env: { FILES_URL: storage.url, FILES_STORE: store } }),
    ({ stop }) => stop(),
  );

  const open = (): StoreStage => ({ stage, storage, store });
  describeStoredFiles(open);
  if (store === 's3') describeObjectStorage(open);
});
