import { beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { runReleasedContractSteps } from '../src/contract-steps.js';
import { listContractSteps, runContractSteps, runMigrations } from '../src/index.js';
import { readMigrations } from '../src/read-migrations.js';
import { connect, isAnyoneWaiting, withClient } from './support/sessions.js';
import type { Releases } from './support/use-releases.js';

export function describeContractSteps({
  createReleased,
  createMigrated,
  createEmpty,
  createNewest,
}: Releases): void {
  /** The migrations of this release that have a step. */
  let names: string[];
  let removed: string[];

  beforeAll(async () => {
    const steps = (await readMigrations()).filter(({ contract }) => contract !== undefined);
    names = steps.map(({ name }) => name);
    removed = steps.flatMap(({ contract = '' }) =>
      [...contract.matchAll(/INDEX IF EXISTS "(\w+)"/g)].map(([, name = '']) => name),
    );
  });

  function listIndexes(url: string): Promise<string[]> {
    return withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'I')`,
      );
      return rows.map(({ name }) => name).filter((name) => removed.includes(name));
    });
  }

  describe('the contract steps of this release', () => {
    test('wait until the operator runs them, because processes of the previous release use what they remove', async () => {
      const url = await createMigrated();
      await runMigrations(url);
      expect((await listIndexes(url)).sort()).toEqual([...removed].sort());
      expect(await listContractSteps(url)).toEqual(names);
      expect(await runContractSteps(url)).toEqual(names);
      expect(await listIndexes(url)).toEqual([]);
      expect(await listContractSteps(url)).toEqual([]);
      expect(await runContractSteps(url)).toEqual([]);
    });

    test('are refused before the migrations', async () => {
      const url = await createReleased();
      await expect(runContractSteps(url)).rejects.toThrow(
        `Migration ${names[0]} is not applied yet. Run npm run migrate first.`,
      );
      expect(await listContractSteps(url)).toEqual([]);
    });

    test('run at once on an empty database, which no other release uses', async () => {
      expect(await listContractSteps(await createEmpty())).toEqual([]);
      const url = await createNewest();
      expect([await listContractSteps(url), await listIndexes(url)]).toEqual([[], []]);
    });

    test('are retried while a table is in use, and others can use the table meanwhile', async () => {
      const url = await createMigrated();
      const guest = await connect(url);
      await guest.query('begin');
      await guest.query('select from chats');
      const reports: string[] = [];
      const running = runContractSteps(url, { report: (line) => reports.push(line) });
      await waitUntil(() => isAnyoneWaiting(guest));
      await waitUntil(async () => !(await isAnyoneWaiting(guest)));
      await guest.query('commit');
      expect(await running).toEqual(names);
      expect(reports).toEqual(names.map((name) => `Removing what only the previous release used: ${name}`));
      await guest.end();
    });
  });

  test('the next release runs the steps of the release before it, and no later ones', async () => {
    const url = await createMigrated();
    const [first = '', ...later] = names;
    await withClient(url, async (client) => {
      expect(await runReleasedContractSteps(client, first, undefined)).toEqual([first]);
      expect(await runReleasedContractSteps(client, first, undefined)).toEqual([]);
    });
    expect(await listContractSteps(url)).toEqual(later);
  });

  test('the steps of a release that was skipped wait until a later release has run, also in a repeated run', async () => {
    const url = await createReleased();
    const [, second = ''] = names;
    // For a release whose predecessor has the first two steps, this database is two releases old.
    for (const _ of ['first', 'repeated']) await runMigrations(url, { newestReleased: second });
    expect(await listContractSteps(url)).toEqual(names);
    expect((await listIndexes(url)).sort()).toEqual([...removed].sort());
    const newest = (await readMigrations()).at(-1)?.name ?? '';
    await runMigrations(url, { newestReleased: newest });
    expect([await listContractSteps(url), await listIndexes(url)]).toEqual([[], []]);
  });

  test('the operator can run the steps of a skipped release after the rollout', async () => {
    const url = await createReleased();
    await runMigrations(url, { newestReleased: names.at(-1) ?? '' });
    expect(await runContractSteps(url)).toEqual(names);
    expect([await listContractSteps(url), await listIndexes(url)]).toEqual([[], []]);
  });
}
