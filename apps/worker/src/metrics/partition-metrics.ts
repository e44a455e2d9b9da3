import { boundedRead, type Database, listPartitions, type Partition } from '@parley/database';
import { Gauge, type Registry } from 'prom-client';

/** The gauges of one scrape share a read. */
const freshMs = 2_000;

/**
 * Gauges of the partitions, read from the catalog when they are scraped: every worker shows the same numbers. While the
 * database is unavailable or does not respond they have no values.
 */
export function observePartitions(
  registry: Registry,
  { database: { pool }, now }: { database: Pick<Database, 'pool'>; now: () => Date },
): void {
  const registers = [registry];
  const read = boundedRead(() => listPartitions(pool), { freshMs });
  const observe = (name: string, help: string, value: (partitions: readonly Partition[]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['table'],
      registers,
      async collect() {
        const partitions = (await read()) ?? [];
        this.reset();
        for (const table of new Set(partitions.map((partition) => partition.table)))
          this.set({ table }, value(partitions.filter((partition) => partition.table === table)));
      },
    });
  observe('parley_partitions', 'Partitions by table.', (partitions) => partitions.length);
  observe(
    'parley_partition_oldest_age_seconds',
    'Age of the youngest row that the oldest partition can contain; negative while rows are still added to it.',
    ([oldest]) => secondsSince(oldest?.until, now()),
  );
  observe(
    'parley_partitions_ahead_seconds',
    'Seconds for which rows can be stored before a new partition is needed.',
    (partitions) => -secondsSince(partitions.at(-1)?.until, now()),
  );
}

function secondsSince(moment: Date | undefined, now: Date): number {
  return (now.getTime() - (moment ?? now).getTime()) / 1_000;
}
