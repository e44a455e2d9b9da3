import type { ObjectStorageAddress } from '@parley/config';
import { FileFailures, type FileStorage } from '@parley/database';

export interface FileSettings {
  readonly objectStorage: ObjectStorageAddress | undefined;
  readonly filesStore: FileStorage['store'];
}

/**
 * Opens the stores of files. The client of the object storage is loaded only if one is configured, because loading it
 * takes about 100 ms of CPU and 20 MB of memory. The caller closes the object storage.
 */
export async function openFileStorage({ objectStorage, filesStore }: FileSettings): Promise<FileStorage> {
  const failures = new FileFailures();
  if (objectStorage === undefined) return { store: filesStore, objects: undefined, failures };
  const { S3ObjectStore } = await import('./s3/s3-object-store.js');
  return { store: filesStore, objects: new S3ObjectStore(objectStorage), failures };
}
