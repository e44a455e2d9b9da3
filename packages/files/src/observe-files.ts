import type { Database } from '@parley/database';
import { Counter, type Registry } from 'prom-client';

/** The databases that each registry already counts: the API and the worker of one process share a registry. */
const observed = new WeakMap<Registry, Set<Database['files']>>();

/** Adds a metric that counts how often this process could not write, read, remove or verify the bytes of files. */
export function observeFiles(registry: Registry, { files }: Pick<Database, 'files'>): void {
  const known = observed.get(registry);
  if (known) {
    known.add(files);
    return;
  }
  const storages = new Set([files]);
  observed.set(registry, storages);
  new Counter({
    name: 'parley_file_failures_total',
    help: 'Failed operations on the bytes of files, by store and operation: write, read, remove, or verify (a wrong checksum).',
    labelNames: ['store', 'operation'],
    registers: [registry],
    collect() {
      this.reset();
      for (const storage of storages) {
        for (const { store, operation, count } of storage.failures.list())
          this.inc({ store, operation }, count);
      }
    },
  });
}
