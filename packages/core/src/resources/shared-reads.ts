import { type Database, isDatabaseUnavailable, type Sql, sharedDatabase, unparsed } from '@parley/database';
import { createKeyedBatcher } from '../batcher.js';
import type { Resource } from './resource.js';

interface Read {
  readonly sql: Sql;
  readonly resource: Resource<unknown>;
  readonly tenantId: string;
  readonly id: string;
}

type ReadById = (key: string, read: Read) => Promise<string | undefined>;

/** More reads than this are divided, so that the first ones do not wait for the records of all. */
const batch = { maxSize: 100 };

const readers = new WeakMap<Database, ReadById>();

/**
 * Reads the text of a record by its id. Reads of one kind and one tenant that arrive together, or while another one runs, share a
 * statement. It begins after they have arrived, so each sees everything that was committed before its request.
 * Tenants share no statement, so that no tenant waits for the records of another.
 */
export function readShared(
  database: Database,
  resource: Resource<unknown>,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<string | undefined> {
  const read = { sql: database.sql, resource, tenantId, id };
  return readerOf(database)(`${resource.statements.find.name} ${tenantId}`, read);
}

function readerOf(database: Database): ReadById {
  const shared = sharedDatabase(database);
  const known = readers.get(shared);
  if (known) return known;
  const reader = createKeyedBatcher((_, reads: readonly Read[]) => readTogether(reads), batch);
  readers.set(shared, reader);
  return reader;
}

/** All reads have the same tenant and resource, so the first one stands for all. */
async function readTogether(
  reads: readonly Read[],
): Promise<(string | undefined | Promise<string | undefined>)[]> {
  const [first, ...others] = reads;
  if (!first) return [];
  if (others.length === 0) return [await readAlone(first)];
  const { sql, resource, tenantId } = first;
  const { collect } = resource.statements;
  try {
    const rows = await sql(unparsed(collect), [tenantId, reads.map(({ id }) => id)]);
    return rows.map(({ record }) => record ?? undefined);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    // A record that cannot be read fails its own request only.
    return reads.map((read) => readAlone(read));
  }
}

async function readAlone({ sql, resource, tenantId, id }: Read): Promise<string | undefined> {
  const [row] = await sql(unparsed(resource.statements.find), [tenantId, id]);
  return row?.record ?? undefined;
}
