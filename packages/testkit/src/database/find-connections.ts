import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface Connections {
  readonly databaseName: string;
  /** How long the server has to notice that a connection was closed. */
  readonly graceMs: number;
}

/** Finds the connections of clients to a database, each with its name and last statement. */
export async function findConnections(
  adminUrl: string,
  { databaseName, graceMs }: Connections,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const deadline = performance.now() + graceMs;
    for (;;) {
      const found = await client.query<{ application: string; query: string }>(
        `select application_name as application, query from pg_stat_activity
         where datname = $1 and backend_type = 'client backend'`,
        [databaseName],
      );
      if (found.rows.length === 0 || performance.now() > deadline) {
        return found.rows.map(({ application, query }) => `${application || 'unnamed'}: ${query}`);
      }
      await delay(10);
    }
  } finally {
    await client.end();
  }
}
