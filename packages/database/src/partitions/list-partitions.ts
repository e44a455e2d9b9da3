import type pg from 'pg';
import { momentOf, type PartitionedTable, partitionedTables } from './partitioned-tables.js';

export interface Partition {
  readonly table: PartitionedTable;
  readonly name: string;
  /** Null for the first partition, which contains all rows before its end. */
  readonly from: Date | null;
  /** The first moment that belongs to the next partition. */
  readonly until: Date;
}

/**
 * Lists the partitions of the tables that are partitioned by time, oldest first. A default partition, such as that of
 * `pg_partman`, has no bounds and is not listed.
 */
export async function listPartitions(client: pg.Pool | pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<{ table: PartitionedTable; name: string; bounds: string | null }>(
    `select parent.relname as table, part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bounds
     from unnest($1::text[]) as listed(name)
     join pg_inherits on inhparent = to_regclass(listed.name) and not inhdetachpending
     join pg_class parent on parent.oid = inhparent
     join pg_partitioned_table on partrelid = parent.oid
     join pg_class part on part.oid = inhrelid and part.oid <> partdefid`,
    [partitionedTables.map(({ table }) => table)],
  );
  return rows
    .flatMap(({ bounds, ...partition }) =>
      // Without bounds, the partition was dropped while the catalog was read.
      bounds === null ? [] : [{ ...partition, ...parseBounds(bounds) }],
    )
    .sort((a, b) => a.until.getTime() - b.until.getTime());
}

/**
 * Returns the names of the default partitions that have rows, or had some since they were last vacuumed: their size can be
 * read without a right to read them.
 */
export async function findFilledDefaults(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select partdefid::regclass::text as name
     from unnest($1::text[]) as listed(name) join pg_partitioned_table on partrelid = to_regclass(listed.name)
     where partdefid <> 0 and pg_relation_size(partdefid) > 0`,
    [partitionedTables.map(({ table }) => table)],
  );
  return rows.map(({ name }) => name);
}

/** Parses bounds such as `FOR VALUES FROM (MINVALUE) TO ('0193…')`. */
function parseBounds(bounds: string): { from: Date | null; until: Date } {
  const [, from, until] =
    /^FOR VALUES FROM \((?:MINVALUE|'([\w-]+)')\) TO \('([\w-]+)'\)$/.exec(bounds) ?? [];
  if (until === undefined) throw new Error(`A partition has unexpected bounds: ${bounds}`);
  return { from: from === undefined ? null : momentOf(from), until: momentOf(until) };
}
