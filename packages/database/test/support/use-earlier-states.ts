import { withoutTables } from '../../../testkit/src/database/create-test-database.js';
import { createMigrationsTable, fullScript } from '../../src/fill-empty-database.js';
import { type Migration, readMigrations } from '../../src/read-migrations.js';
import { withClient } from './sessions.js';
import { nameOf, useDatabases } from './use-databases.js';

export type EarlierStates = ReturnType<typeof useEarlierStates>;

/**
 * Creates databases with the first migrations only. A database is a copy of a template, which is made from the template with
 * the nearest smaller number of migrations, so that a file that begins with the smallest applies each migration once.
 */
export function useEarlierStates() {
  const copy = useDatabases();
  const templates = new Map([[0, withoutTables]]);

  async function createWith(count: number): Promise<string> {
    const nearest = Math.max(...[...templates.keys()].filter((known) => known <= count));
    const template = templates.get(nearest);
    const url = await copy(template);
    if (nearest === count) return url;
    const migrations = (await readMigrations()).slice(nearest, count);
    await withClient(url, async (client) => {
      await createMigrationsTable(client);
      for (const migration of migrations) await client.query(fullScript(migration));
    });
    templates.set(count, nameOf(url));
    return createWith(count);
  }

  return {
    copy,
    /** Creates a database without the migration whose name has this end and those after it. Returns the migration too. */
    async createBefore(end: string): Promise<{ url: string; migration: Migration }> {
      const migrations = await readMigrations();
      const migration = migrations.find(({ name }) => name.endsWith(end));
      if (migration === undefined) throw new Error(`There is no migration ${end}.`);
      return { url: await createWith(migrations.indexOf(migration)), migration };
    },
    /** Creates a database whose newest migration is the one with this name. */
    async createAt(newest: string): Promise<string> {
      const names = (await readMigrations()).map(({ name }) => name);
      if (!names.includes(newest)) throw new Error(`There is no migration ${newest}.`);
      return createWith(names.indexOf(newest) + 1);
    },
  };
}
