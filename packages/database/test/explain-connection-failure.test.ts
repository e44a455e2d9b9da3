import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findTestServer } from '../../testkit/src/database/test-server.js';
import { makeTestFolder } from '../../testkit/src/make-test-folder.js';
import {
  DatabaseUnreachableError,
  databaseUrl,
  makeDataDir,
  openDatabase,
  readLocalDatabaseUrl,
  refuseUnlessMigrated,
  runMigrations,
} from '../src/index.js';

let adminUrl: string;
const folder = makeTestFolder('data-dir');

beforeAll(async () => {
  ({ adminUrl } = await findTestServer());
});

async function failureOf(work: () => Promise<unknown>): Promise<Error> {
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error('It did not fail.');
}

function withUser(url: string, user: string, password: string): string {
  return Object.assign(new URL(url), { username: user, password }).toString();
}

describe('a connection that fails', () => {
  const nowhere = 'postgresql://ada:hunter2@127.0.0.1:1/shop';

  it.each<[string, (url: string) => Promise<unknown>]>([
    ['a check by URL', refuseUnlessMigrated],
    ['migrations', runMigrations],
    [
      'a check by pool',
      async (url) => {
        const database = openDatabase({ url });
        await refuseUnlessMigrated(database.pool).finally(() => database.close());
      },
    ],
  ])('names host and database, DATABASE_URL and what to do, never the password: %s', async (_, work) => {
    const error = await failureOf(() => work(nowhere));
    expect(error).toBeInstanceOf(DatabaseUnreachableError);
    expect(error.message).toBe(
      'Cannot connect to the database "shop" on 127.0.0.1:1, which DATABASE_URL names: ' +
        'connect ECONNREFUSED 127.0.0.1:1. ' +
        'Check that PostgreSQL runs there and can be reached from here, or correct DATABASE_URL.',
    );
  });

  it('explains that the user or the password is wrong', async () => {
    const { message } = await failureOf(() => refuseUnlessMigrated(withUser(adminUrl, 'nobody', 'hunter2')));
    expect(message).toMatch(
      /password authentication failed for user "nobody"\. Correct the user or the password/,
    );
    expect(message).not.toContain('hunter2');
  });

  it('explains that the database does not exist', async () => {
    const { message } = await failureOf(() => refuseUnlessMigrated(databaseUrl(adminUrl, 'no such one')));
    expect(message).toMatch(
      /^Cannot connect to the database "no such one" on .+ Create the database, or correct its name/,
    );
  });
});

describe('DATA_DIR', () => {
  it('that is a file is reported', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const message = `DATA_DIR is ${file}, which is a file. Set DATA_DIR to a folder, or move the file away.`;
    expect((await failureOf(() => makeDataDir(file))).message).toBe(message);
    expect((await failureOf(() => readLocalDatabaseUrl(file))).message).toBe(message);
  });

  it('below a file is reported with the name of the file', async () => {
    const file = join(folder, 'another');
    await writeFile(file, '');
    const { message } = await failureOf(() => makeDataDir(join(file, 'a', 'b')));
    expect(message).toBe(
      `DATA_DIR is ${join(file, 'a', 'b')}, but ${file} is a file. Set DATA_DIR to a folder, or move the file away.`,
    );
  });
});
