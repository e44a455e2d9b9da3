import { type Database, statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Sizes } from '../sizes.js';
import { sizedStatement } from '../sql/sized-statement.js';
import { useObjects } from './stores/object-file-store.js';

/**
 * Removes some objects of a tenant whose files were deleted or have moved, even those that another process is removing or that
 * wait for readers: it is no error to remove an object twice, and a reader continues at the new place of the file. Returns
 * whether more may be left. Throws when one cannot be removed, after it has removed the others.
 */
export async function removeLeavingObjects(
  database: Database,
  tenantId: string,
  sizes: Sizes,
): Promise<boolean> {
  const keys = (await database.sql(list(sizes), [tenantId])).map(({ key }) => key);
  const outcomes = await Promise.allSettled(
    keys.map((key) => useObjects(database, 'remove', (objects) => objects.remove(key))),
  );
  const gone = keys.filter((_, index) => outcomes[index]?.status === 'fulfilled');
  if (gone.length > 0) await database.sql(forget, [gone]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return keys.length === sizes.objectRemovalBatch;
}

/** Returns whether an object of a tenant is left whose file was deleted or has moved. */
export async function hasLeavingObjects({ database, tenantId, sizes }: Context): Promise<boolean> {
  return (await database.sql(list(sizes), [tenantId])).length > 0;
}

/**
 * Returns whether an object of a tenant is left that belongs to no file. It may be one whose bytes are still arriving: its row is
 * kept until maintenance removes it, because an earlier removal would miss the bytes.
 */
export async function hasLooseObjects({ sql }: Pick<Database, 'sql'>, tenantId: string): Promise<boolean> {
  return (await sql(findLoose, [tenantId])).length > 0;
}

const list = sizedStatement<{ key: string }>(
  'list-leaving-objects',
  ({ objectRemovalBatch }) =>
    `select key from loose_objects where is_leaving and key like $1::uuid || '/%' limit ${objectRemovalBatch}`,
);

const findLoose = statement<{ key: string }>(
  'find-loose-object-of-tenant',
  `select key from loose_objects where key like $1::uuid || '/%' limit 1`,
);

const forget = statement(
  'forget-leaving-objects',
  'delete from loose_objects where key = any ($1::text[]) and is_leaving',
);
