import type { Database, Statement } from '@parley/database';
import { keepContactExportMs } from '../contact-exports/contact-export-record.js';
import { keepFileUrlKeyMs } from '../files/file-url-keys.js';
import type { Sizes } from '../sizes.js';
import { sizedStatement } from '../sql/sized-statement.js';

const minute = 60 * 1_000;

interface Expiring {
  readonly name: string;
  readonly keptForMs: number;
  readonly remove: (sizes: Sizes) => Statement<{ count: number }>;
}

/** The records that are removed one by one after some time. Events and deliveries expire with their partitions. */
const expiring: readonly Expiring[] = [
  {
    name: 'idempotency keys',
    keptForMs: 0,
    remove: removal('idempotency_keys', 'expires_at < $1::timestamptz'),
  },
  {
    name: 'rate limit windows',
    keptForMs: 5 * minute,
    remove: removal('rate_limit_windows', 'window_start < $1::timestamptz'),
  },
  {
    name: 'windows of inbound messages',
    keptForMs: 5 * minute,
    remove: removal('inbound_windows', 'window_start < $1::timestamptz'),
  },
  {
    // The URLs that a key has signed have expired by then.
    name: 'keys of signed file URLs',
    keptForMs: keepFileUrlKeyMs,
    remove: removal('file_url_keys', 'created_at < $1::timestamptz'),
  },
  {
    // A trigger deletes their results.
    name: 'exports of contacts',
    keptForMs: keepContactExportMs,
    remove: removal('contact_exports', 'created_at < $1::timestamptz'),
  },
  {
    name: 'chunks of abandoned uploads',
    // An upload that goes on stores a chunk more often. It can go on for longer: an export of a contact with many files.
    keptForMs: 60 * minute,
    remove: removal(
      'upload_chunks',
      `created_at < $1::timestamptz and not exists (
        select from upload_chunks later where later.tenant_id = upload_chunks.tenant_id
          and later.upload_id = upload_chunks.upload_id and later.created_at >= $1::timestamptz)`,
    ),
  },
  {
    // A status this old belongs to a message that somebody else sent from the same account.
    name: 'early statuses',
    keptForMs: 60 * minute,
    remove: removal('early_statuses', 'created_at < $1::timestamptz'),
  },
  {
    // A year shows what is used once a year, and the rest is the time to act on it.
    name: 'counts of the usage of the API',
    keptForMs: 400 * 24 * 60 * minute,
    remove: removal('api_usage', 'created_at < $1::timestamptz'),
  },
];

/** Removes expired records; returns how many of each kind. */
export async function expire({ sql }: Database, now: Date, sizes: Sizes): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const { name, keptForMs, remove } of expiring) {
    const before = new Date(now.getTime() - keptForMs);
    let count = 0;
    do {
      const [row] = await sql(remove(sizes), [before]);
      count = row?.count ?? 0;
      if (count > 0) removed[name] = (removed[name] ?? 0) + count;
    } while (count === sizes.retentionBatch);
  }
  return removed;
}

/** Removal never waits for a lock: a locked row is kept until the next run. */
function removal(table: string, condition: string) {
  return sizedStatement<{ count: number }>(
    `expire-${table}`,
    ({ retentionBatch }) => `with removed as (
       delete from ${table} where ctid = any (array(
         select ctid from ${table} where ${condition} limit ${retentionBatch} for update skip locked
       )) returning 1
     )
     select count(*)::int as count from removed`,
  );
}
