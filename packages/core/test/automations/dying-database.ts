import { type Database, sqlOn } from '@parley/database';

export interface Death {
  /** The query, counted from 1 over all connections, at which the worker is killed. */
  readonly atQuery: number;
  /** Whether that query still reaches the server. */
  readonly isQueryDone: boolean;
}

/** The worker was killed; nothing it does afterwards reaches the database. */
export class KilledError extends Error {}

/** Creates the database of a worker that is killed at one query: from then on all of its connections are closed. */
export function createDyingDatabase(database: Database, death: Death): Database & { queryCount(): number } {
  let count = 0;
  const guard = (run: () => unknown) => {
    count += 1;
    if (count < death.atQuery) return run();
    if (count > death.atQuery || !death.isQueryDone) return Promise.reject(new KilledError());
    return Promise.resolve(run()).then(() => Promise.reject(new KilledError()));
  };
  const guarding = <Target extends object>(target: Target, overrides: Record<string, unknown>): Target =>
    new Proxy(target, {
      get(own, key) {
        if (typeof key === 'string' && key in overrides) return overrides[key];
        const value: unknown = Reflect.get(own, key);
        return typeof value === 'function' ? value.bind(own) : value;
      },
    });
  const pool = guarding(database.pool, {
    query: (query: string) => guard(() => database.pool.query(query)),
    connect: async () => {
      const client = await database.pool.connect();
      return guarding(client, { query: (query: string) => guard(() => client.query(query)) });
    },
  });
  return { ...database, pool, sql: sqlOn(pool), queryCount: () => count };
}
