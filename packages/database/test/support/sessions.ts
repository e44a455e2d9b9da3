import pg from 'pg';

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query(text)).rows);
}

export const pidOf = async (client: pg.Client): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid;

/** Finds the session that waits for a transaction or a lock of this one. */
export async function findWaiting(client: pg.Client, pid: number): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))',
    [pid],
  );
  return rows[0]?.pid;
}

/** Whether a session of the same database waits for a lock of a table. */
export async function isAnyoneWaiting(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
  );
  return rowCount !== 0;
}
