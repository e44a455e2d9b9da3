import { countLooseObjects, countStores } from '@parley/core';
import { boundedRead, type Database } from '@parley/database';
import { Gauge, type Registry } from 'prom-client';

/** Counting a million files takes a tenth of a second, so it happens at most once in this time. */
const freshMs = 60_000;

/**
 * Gauges of the stored files, read from the database when they are scraped: every worker shows the same numbers. While
 * the database is unavailable or does not respond they have no values.
 */
export function observeStoredFiles(registry: Registry, database: Database): void {
  const registers = [registry];
  const read = boundedRead(() => countFiles(database), { freshMs });

  new Gauge({
    name: 'parley_stored_bytes',
    help: 'Bytes of all files, by the store that they are in.',
    labelNames: ['store'],
    registers,
    async collect() {
      const counts = await read();
      this.reset();
      for (const { store, bytes } of counts?.stores ?? []) this.set({ store }, bytes);
    },
  });
  new Gauge({
    name: 'parley_stored_files',
    help: 'Files, by the store that their bytes are in.',
    labelNames: ['store'],
    registers,
    async collect() {
      const counts = await read();
      this.reset();
      for (const { store, files } of counts?.stores ?? []) this.set({ store }, files);
    },
  });
  new Gauge({
    name: 'parley_loose_objects',
    help: 'Objects that belong to no file: they are being stored, or will be removed.',
    registers,
    async collect() {
      const counts = await read();
      if (counts) this.set(counts.looseObjects);
      else this.remove();
    },
  });
}

interface FileCounts {
  readonly stores: Awaited<ReturnType<typeof countStores>>;
  readonly looseObjects: number;
}

async function countFiles(database: Database): Promise<FileCounts> {
  const [stores, looseObjects] = await Promise.all([countStores(database), countLooseObjects(database)]);
  return { stores, looseObjects };
}
