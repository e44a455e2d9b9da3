import type { FileStore } from '../../generated/prisma/client.js';
import type { ObjectStore } from './object-store.js';

export type FileOperation = 'write' | 'read' | 'remove' | 'verify';

/**
 * Where the files of an installation are stored. The row of each file names its store, so both stores can have files.
 */
export interface FileStorage {
  /** Where new files are stored. */
  readonly store: FileStore;
  /** Undefined when no object storage is configured. */
  readonly objects: ObjectStore | undefined;
  readonly failures: FileFailures;
}

/** Counts failed operations on the bytes of files, for the metrics. */
export class FileFailures {
  readonly #counts = new Map<string, FailureCount>();

  add(store: FileStore, operation: FileOperation): void {
    const key = `${store} ${operation}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { store, operation, count });
  }

  list(): FailureCount[] {
    return [...this.#counts.values()];
  }
}

interface FailureCount {
  readonly store: FileStore;
  readonly operation: FileOperation;
  readonly count: number;
}

/** Returns the storage that has all files in PostgreSQL, which is the default. */
export function storeInPostgres(): FileStorage {
  return { store: 'postgres', objects: undefined, failures: new FileFailures() };
}
