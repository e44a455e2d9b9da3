import type { FileStore as StoreName } from '@parley/database';
import type { FileStore } from './file-store.js';
import { objectFileStore } from './object-file-store.js';
import { postgresStore } from './postgres-store.js';

export function findStore(name: StoreName): FileStore {
  return name === 's3' ? objectFileStore : postgresStore;
}
