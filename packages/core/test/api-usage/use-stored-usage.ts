import { startStoringUsage, type Usage, type UsageCounter } from '../../src/index.js';
import type { Sizes } from '../../src/sizes.js';
import { createKey, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

export const getChat: Usage = {
  kind: 'operation',
  apiVersion: 'v3',
  operationId: 'getChat',
  name: 'getChat',
};
export const text: Usage = {
  kind: 'request_field',
  apiVersion: 'v3',
  operationId: 'sendMessage',
  name: 'body.text',
};
export const received: Usage = {
  kind: 'event_type',
  apiVersion: 'v3',
  operationId: null,
  name: 'message.received',
};

/** Creates a database for the test file, and stores usage in it, five counts in a statement by default. */
export function useStoredUsage(sizes: Partial<Sizes> = { usageBatch: 5 }) {
  const worlds = useWorlds(sizes);

  /** Stores what was counted until now, as a process does when it stops. */
  async function store(counter: UsageCounter, failures: unknown[] = [], database = worlds.database) {
    const stop = startStoringUsage({
      database,
      counter,
      sizes: worlds.sizes,
      intervalMs: 3_600_000,
      onFailed: () => failures.push('is stored later'),
      onLost: (error) => failures.push(error),
      onDropped: (uses) => failures.push(uses),
    });
    await stop();
  }

  /** Stores what was counted, and returns the names of the statements. */
  async function storeCounted(counter: UsageCounter): Promise<(string | undefined)[]> {
    const names: (string | undefined)[] = [];
    const { database } = worlds;
    await store(counter, [], {
      ...database,
      sql: (statement, values) => {
        names.push(statement.name);
        return database.sql(statement, values);
      },
    });
    return names;
  }

  async function createCaller() {
    const tenant = await createTenant(worlds.database);
    const key = await createKey(worlds.database, tenant.id);
    return { tenant, key, caller: { tenantId: tenant.id, keyId: key.id } };
  }

  function rowsOf(tenantId: string) {
    return worlds.database.prisma.apiUsage.findMany({
      where: { tenantId },
      orderBy: [{ createdAt: 'asc' }, { name: 'asc' }],
      select: { createdAt: true, keyId: true, kind: true, name: true, count: true },
    });
  }

  return { worlds, store, storeCounted, createCaller, rowsOf };
}
