import { withoutTables } from '../../../testkit/src/database/create-test-database.js';
import { createMigrationsTable, fullScript } from '../../src/fill-empty-database.js';
import { type Migration, readMigrations } from '../../src/read-migrations.js';
import { withClient } from './sessions.js';
import { nameOf, useDatabases } from './use-databases.js';

export type EarlierStates = ReturnType<typeof useEarlierStates>;

/**
 * Creates databases with the first migrations only. Each number of migrations is applied once, to a copy of the nearest
 * smaller one; the databases of the tests are copies of the result.
 */
export function useEarlierStates() {
  const copy = useDatabases();
  const templates = new Map([[0, withoutTables]]);

  async function createTemplate(count: number): Promise<string> {
    const nearest = Math.max(...[...templates.keys()].filter((smaller) => smaller <= count));
    const template = templates.get(nearest);
    if (nearest === count && template !== undefined) return template;
    const url = await copy(template);
    const migrations = (await readMigrations()).slice(nearest, count);
    await withClient(url, async (client) => {
      await createMigrationsTable(client);
      for (const migration of migrations) await client.query(fullScript(migration));
    });
    templates.set(count, nameOf(url));
    return nameOf(url);
  }

  return {
    copy,
    /** Creates a database without the first migration that the condition finds, and those after it. Returns its URL and that migration. */
    async createBefore(isMet: (migration: Migration) => boolean) {
      const migrations = await readMigrations();
      const migration = migrations.find(isMet);
      if (migration === undefined) throw new Error('There is no such migration.');
      const url = await copy(await createTemplate(migrations.indexOf(migration)));
      return { url, migration };
    },
  };
}
