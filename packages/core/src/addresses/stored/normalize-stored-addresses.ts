import { type Database, runInTransaction, statement } from '@parley/database';
import type { Sizes } from '../../sizes.js';
import { type HandleCursor, startOfHandles } from './list-handles.js';
import { type NormalizedAddresses, type NormalizedBatch, normalizeBatch } from './normalize-batch.js';

/**
 * Normalizes the stored addresses of one tenant, or of all, in batches. It merges nothing: an address whose normal form
 * belongs to another handle stays as it is. The contacts keep their `updatedAt`, and no event is emitted, because the
 * address is the same in another form. This function can run again at any time; it then changes only new addresses.
 */
export async function normalizeStoredAddresses(
  database: Database,
  sizes: Sizes,
  tenantId?: string,
): Promise<NormalizedAddresses> {
  let after = startOfHandles;
  return repeatBatches(async () => {
    const batch = await runInTransaction(database, ({ sql }) =>
      normalizeBatch(sql, { after, tenantId, sizes }),
    );
    after = batch.last ?? after;
    return batch;
  });
}

/**
 * Like `normalizeStoredAddresses` for every tenant, but runs only once per database. Each batch is committed together
 * with its cursor, so an interrupted run continues where it stopped. Returns undefined when an earlier run has
 * finished.
 */
export async function normalizeAddressesOnce(
  database: Database,
  sizes: Sizes,
): Promise<NormalizedAddresses | undefined> {
  const [known] = await database.sql(begin, [name]);
  if (known?.isFinished) return undefined;
  return repeatBatches(() =>
    runInTransaction(database, async ({ sql }) => {
      const [progress] = await sql(lock, [name]);
      const batch = await normalizeBatch(sql, { after: progress?.cursor ?? startOfHandles, sizes });
      await sql(keep, [name, batch.last ? JSON.stringify(batch.last) : null]);
      return batch;
    }),
  );
}

const name = 'normalize-addresses';

async function repeatBatches(doBatch: () => Promise<NormalizedBatch>): Promise<NormalizedAddresses> {
  const total = { changed: 0, colliding: 0, unreadable: 0 };
  while (true) {
    const { last, changed, colliding, unreadable } = await doBatch();
    if (last === undefined) return total;
    total.changed += changed;
    total.colliding += colliding;
    total.unreadable += unreadable;
  }
}

const begin = statement<{ isFinished: boolean }>(
  'begin-data-migration',
  `with begun as (insert into data_migrations (name) values ($1::text) on conflict do nothing)
   select finished_at is not null as "isFinished" from data_migrations where name = $1::text`,
);

const lock = statement<{ cursor: HandleCursor | null }>(
  'lock-data-migration',
  'select cursor from data_migrations where name = $1::text for update',
);

/** The cursor is null when no handle was left; the migration is then finished. */
const keep = statement(
  'keep-data-migration',
  `update data_migrations set cursor = coalesce($2::jsonb, cursor),
     finished_at = case when $2::jsonb is null then now() end
   where name = $1::text`,
);
