import type { Database } from '@parley/database';
import { Counter, type Registry } from 'prom-client';

/** The databases that count into a registry: the API and the worker of one process share it. */
const observed = new WeakMap<Registry, Set<Database['files']>>();

/** Shows how often the bytes of files could not be written, read, removed or verified by this process. */
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
    help: 'Failed operations on the bytes of files, by store: write, read, remove, or verify when a checksum is wrong.',
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
