import {
  composedStatement,
  type Database,
  firstIdAt,
  makePastPartitions,
  momentOf,
  partitionedTables,
  type Sql,
  weekOf,
} from '@parley/database';
import { retentionTerms } from '../plans/retention.js';
import type { ImportSource, RowLine } from './export-form.js';

/** Events with smaller ids have expired, whatever the retention of a workspace is. */
export function firstKeptEventId(now: Date): string {
  const longestMs = retentionTerms.events.max * 24 * 60 * 60 * 1_000;
  return firstIdAt(weekOf(new Date(now.getTime() - longestMs)));
}

/**
 * Returns the id that determines the partition of a row of events, deliveries or attempts; undefined for other tables.
 */
export function partitionIdOf({ table, row }: RowLine): string | undefined {
  const partitioned = partitionedTables.find((known) => known.table === table);
  const id = partitioned && row[partitioned.key];
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

interface PastEvents {
  /** The connection of the import. */
  readonly sql: Sql;
  readonly database: Database;
  readonly source: ImportSource;
  readonly firstKeptId: string;
}

/**
 * Creates the partitions of past weeks that the events of an export need: the installation may have dropped them, or may be
 * younger. Another connection creates them before the import writes, because that needs locks on `tenants` and `webhooks`. The
 * lock of the import keeps the maintenance from dropping them meanwhile.
 */
export async function makeRoomForPastEvents({
  sql,
  database,
  source,
  firstKeptId,
}: PastEvents): Promise<void> {
  const oldestId = await findOldestId(source, firstKeptId);
  if (oldestId === undefined) return;
  const tables = partitionedTables.map(({ table }) => table).join(', ');
  await sql(composedStatement(`lock table ${tables} in row exclusive mode`), []);
  const client = await database.pool.connect();
  try {
    await makePastPartitions(client, momentOf(oldestId));
  } finally {
    client.release();
  }
}

const tablesWithPartitions = new Set<string>(partitionedTables.map(({ table }) => table));

/** An exported line names its table first. */
function isPartitioned(line: string): boolean {
  const [, table = ''] = /"table"\s*:\s*"(\w+)"/.exec(line.slice(0, 100)) ?? [];
  return tablesWithPartitions.has(table);
}

async function findOldestId(source: ImportSource, firstKeptId: string): Promise<string | undefined> {
  let oldest: string | undefined;
  for await (const text of source.readLines()) {
    // Most lines belong to other tables, and need not be parsed twice.
    if (!isPartitioned(text)) continue;
    const id = readId(text);
    if (id !== undefined && id >= firstKeptId && (oldest === undefined || id < oldest)) oldest = id;
  }
  return oldest;
}

/** A line that cannot be read is refused by the import. */
function readId(text: string): string | undefined {
  try {
    const line = JSON.parse(text);
    return Object(line).kind === 'row' ? partitionIdOf({ ...line, row: Object(line.row) }) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
