import { withoutTables } from '../../../testkit/src/database/create-test-database.js';
import { runMigrations } from '../../src/index.js';
import { readNewestReleased } from '../../src/read-migrations.js';
import { nameOf } from './use-databases.js';
import { useEarlierStates } from './use-earlier-states.js';

export type Releases = ReturnType<typeof useReleases>;

/** Creates databases of this release and the previous one. */
export function useReleases() {
  const { copy, createAt } = useEarlierStates();
  const createReleased = async () => createAt(await readNewestReleased());
  let template: Promise<string> | undefined;

  async function migrateReleased(): Promise<string> {
    const url = await createReleased();
    await runMigrations(url);
    return nameOf(url);
  }

  return {
    createAt,
    createReleased,
    /** Creates a database of the previous release that was migrated to this one. */
    async createMigrated(): Promise<string> {
      template ??= migrateReleased();
      return copy(await template);
    },
    createEmpty: () => copy(withoutTables),
    /** Creates a database that was empty when it was migrated to this release. */
    createNewest: () => copy(),
  };
}
