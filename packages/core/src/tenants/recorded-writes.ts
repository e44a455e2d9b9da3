import { type Database, relaxedCommit, statement } from '@parley/database';
import { createBatcher } from '../batcher.js';

export interface Writer {
  readonly tenantId: string;
  /** Undefined for a token of another issuer. All such tokens of a tenant count as one writer. */
  readonly keyId: string | undefined;
}

/**
 * Stores and finds the position of the write-ahead log after the last write of each API key. All processes share these
 * positions.
 */
export interface RecordedWrites {
  /** Records the position. Call this function after a write and before its response. */
  record(writer: Writer): Promise<void>;
  /**
   * Returns the position of the last write, or undefined when it was long ago. Lookups that arrive while another one
   * runs share the next statement.
   */
  find(writer: Writer): Promise<bigint | undefined>;
}

export function createRecordedWrites({ sql }: Pick<Database, 'sql'>): RecordedWrites {
  const lookups = createBatcher(async (writers: readonly Writer[]) => {
    const rows = await sql(find, [writers.map(({ tenantId }) => tenantId), writers.map(idOf)]);
    return rows.map(({ position }) => (position === null ? undefined : BigInt(position)));
  }, batch);
  return {
    find: (writer) => lookups.add(writer),
    async record(writer) {
      await sql(record, [writer.tenantId, idOf(writer)]);
    },
  };
}

const batch = { maxSize: 500 };

function idOf({ keyId, tenantId }: Writer): string {
  return keyId ?? tenantId;
}

/**
 * Finds positions that are at most ten minutes old. A replica that is used is at most five minutes behind, so older
 * positions do not matter. A new server with a restored dump would never reach the positions in the dump.
 */
const find = statement<{ position: string | null }>(
  'find-recorded-writes',
  `select written.position from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted(tenant_id, writer_id, number)
   left join key_writes written on written.tenant_id = wanted.tenant_id and written.writer_id = wanted.writer_id
     and written.written_at > clock_timestamp() - interval '10 minutes'
   order by wanted.number`,
);

const position = `(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint`;

/** The position is read again after waiting for the row, so that it never goes back. */
const record = statement(
  'record-write',
  `with relaxed as materialized (select ${relaxedCommit})
   insert into key_writes (tenant_id, writer_id, position, written_at)
   select $1::uuid, $2::uuid, ${position}, clock_timestamp() from relaxed
   on conflict (tenant_id, writer_id) do update set position = ${position}, written_at = clock_timestamp()`,
);
