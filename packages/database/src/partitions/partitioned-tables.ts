/**
 * The tables that are partitioned by time, in the order in which their partitions are dropped, and the column that
 * determines the partition: a UUID v7, whose first 48 bits are milliseconds. A fill factor below 100 % leaves space in
 * each page for the new versions of updated rows (docs/decisions/0044-hot-updates.md).
 */
export const partitionedTables = [
  { table: 'delivery_attempts', key: 'delivery_id', fillfactor: 100 },
  { table: 'deliveries', key: 'event_id', fillfactor: 70 },
  { table: 'events', key: 'id', fillfactor: 100 },
] as const;

export type PartitionedTable = (typeof partitionedTables)[number]['table'];

export const weekMs = 7 * 24 * 60 * 60 * 1_000;

/** The epoch began on a Thursday; weeks begin on Monday, 00:00 UTC. */
const firstMondayMs = 4 * 24 * 60 * 60 * 1_000;

/** Returns the beginning of the week that contains this moment. */
export function weekOf(moment: Date): Date {
  const sinceMonday = (moment.getTime() - firstMondayMs) % weekMs;
  return new Date(moment.getTime() - sinceMonday);
}

/** Returns the smallest id of this time: the ids of earlier records are smaller. */
export function firstIdAt(moment: Date): string {
  const digits = moment.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/** Returns the time that an id contains. */
export function momentOf(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
