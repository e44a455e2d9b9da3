import pg from 'pg';
import { isAlive } from './process-facts.js';
import { waitFor } from './wait-for.js';

/** An arbitrary number that only this project uses for its advisory lock. */
const ownerLock = 7_052_002;
const namePrefix = 'parley-owner-';

/**
 * Makes this process the owner of the server for as long as the returned connection lives. The owner holds an advisory
 * lock in the server: it ends with the process in any case, and two processes can never hold it.
 */
export async function takeOwnership(adminUrl: string, folder: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: `${namePrefix}${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // The event 'end' reports the loss of the connection; without this listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await waitFor(`the lock of a dead process on ${folder}`, 10_000, () => tryLock(client, folder));
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

export class FolderInUseError extends Error {
  constructor(folder: string, pid: number) {
    super(
      `PostgreSQL in ${folder} is already in use by process ${pid}. Stop that process, or set another DATA_DIR.`,
    );
    this.name = 'FolderInUseError';
  }
}

async function tryLock(client: pg.Client, folder: string): Promise<boolean> {
  const lock = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [ownerLock]);
  if (lock.rows[0]?.held) return true;
  const owner = await findOwner(client);
  if (owner !== undefined && isAlive(owner)) throw new FolderInUseError(folder, owner);
  return false;
}

async function findOwner(client: pg.Client): Promise<number | undefined> {
  const owners = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objid = $1`,
    [ownerLock],
  );
  const name = owners.rows[0]?.name;
  return name?.startsWith(namePrefix) ? Number(name.slice(namePrefix.length)) : undefined;
}
