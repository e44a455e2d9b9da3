import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { runReleasedContractSteps } from '../src/contract-steps.js';
import { fillEmptyDatabase } from '../src/fill-empty-database.js';
import {
  createDatabase,
  type LocalPostgres,
  listContractSteps,
  runContractSteps,
  runMigrations,
} from '../src/index.js';
import { readMigrations, readNewestReleased } from '../src/read-migrations.js';
import { connect, withClient } from './support/sessions.js';
import { startTemporaryServer } from './support/temporary-server.js';

jest.setTimeout(120_000);

let server: LocalPostgres;
/** The migrations of this release that have a step. */
let names: string[];
let removed: string[];

beforeAll(async () => {
  server = await startTemporaryServer();
  const steps = (await readMigrations()).filter(({ contract }) => contract !== undefined);
  names = steps.map(({ name }) => name);
  removed = steps.flatMap(({ contract = '' }) =>
    [...contract.matchAll(/INDEX IF EXISTS "(\w+)"/g)].map(([, name = '']) => name),
  );
});

afterAll(() => server.stop());

/** A database of the previous release. */
async function createReleased(name: string): Promise<string> {
  const url = await createDatabase(server.url, name);
  const newest = await readNewestReleased();
  const migrations = (await readMigrations()).filter((migration) => migration.name <= newest);
  await withClient(url, (client) => fillEmptyDatabase(client, migrations));
  return url;
}

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
    const url = await createReleased('waiting');
    await runMigrations(url);
    await runMigrations(url);
    expect((await listIndexes(url)).sort()).toEqual([...removed].sort());
    expect(await listContractSteps(url)).toEqual(names);
    expect(await runContractSteps(url)).toEqual(names);
    expect(await listIndexes(url)).toEqual([]);
    expect(await listContractSteps(url)).toEqual([]);
    expect(await runContractSteps(url)).toEqual([]);
  });

  test('are refused before the migrations', async () => {
    const url = await createReleased('early');
    await expect(runContractSteps(url)).rejects.toThrow(
      `Migration ${names[0]} is not applied yet. Run npm run migrate first.`,
    );
    expect(await listContractSteps(url)).toEqual([]);
  });

  test('run at once on an empty database, which no other release uses', async () => {
    const url = await createDatabase(server.url, 'fresh');
    expect(await listContractSteps(url)).toEqual([]);
    await runMigrations(url);
    expect([await listContractSteps(url), await listIndexes(url)]).toEqual([[], []]);
  });

  test('are retried while a table is in use, and others can use the table meanwhile', async () => {
    const url = await createReleased('used');
    await runMigrations(url);
    const guest = await connect(url);
    await guest.query('begin');
    await guest.query('select from chats');
    const reports: string[] = [];
    const running = runContractSteps(url, { report: (line) => reports.push(line) });
    await untilWaiting(guest, true);
    await untilWaiting(guest, false);
    await guest.query('commit');
    expect(await running).toEqual(names);
    expect(reports).toEqual(names.map((name) => `Removing what only the previous release used: ${name}`));
    await guest.end();
  });
});

test('the next release runs the steps of the release before it, and no later ones', async () => {
  const url = await createReleased('next');
  await runMigrations(url);
  const [first = '', ...later] = names;
  await withClient(url, async (client) => {
    expect(await runReleasedContractSteps(client, first, undefined)).toEqual([first]);
    expect(await runReleasedContractSteps(client, first, undefined)).toEqual([]);
  });
  expect(await listContractSteps(url)).toEqual(later);
});

test('the steps of a release that was skipped wait until a later release has run, also in a repeated run', async () => {
  const url = await createReleased('skipping');
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
  const url = await createReleased('skipped');
  await runMigrations(url, { newestReleased: names.at(-1) ?? '' });
  expect(await runContractSteps(url)).toEqual(names);
  expect([await listContractSteps(url), await listIndexes(url)]).toEqual([[], []]);
});

async function untilWaiting(guest: pg.Client, expected: boolean): Promise<void> {
  for (;;) {
    const { rowCount } = await guest.query('select from pg_locks where not granted');
    if ((rowCount !== 0) === expected) return;
  }
}
