import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildPrograms, findTestPort } from '@parley/testkit';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { waitUntil } from '@parley/testkit/wait-until';
import { copyRepository, findBuildCache } from './support/copy-repository.js';
import { isAlive, readPostgresPid } from './support/run-service.js';

jest.setTimeout(300_000);
buildPrograms();

/** The commands and processes of an earlier build. */
const olderBundles = ['apps/local/bundle/cli', 'apps/local/bundle/processes'];

const folder = makeTestFolder('dev');
let root: string;
let url: string;
let dataDir: string;
let dev: ReturnType<typeof spawn>;
let exited: Promise<unknown>;
let output = '';

beforeAll(async () => {
  root = join(folder, 'repository');
  dataDir = join(folder, 'data');
  await copyRepository(root);
  for (const bundle of olderBundles) await mkdir(join(root, bundle), { recursive: true });
  const port = await findTestPort();
  url = `http://127.0.0.1:${port}`;
  dev = spawn(process.execPath, ['apps/local/run.cjs', 'dev'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      TURBO_CACHE_DIR: await findBuildCache(),
    },
  });
  exited = once(dev, 'exit');
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  await printed(/Ctrl-C stops everything/);
});

afterAll(async () => {
  if (dev.exitCode === null) dev.kill('SIGTERM');
  await exited;
});

/** Waits until the output after `start` contains the text. */
async function printed(text: RegExp, start = 0): Promise<void> {
  await waitUntil(() => {
    if (dev.exitCode !== null) throw new Error(`It has ended:\n${output}`);
    return text.test(output.slice(start));
  });
}

async function edit(path: string, change: (text: string) => string): Promise<number> {
  const file = join(root, path);
  const before = await readFile(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(file, after);
  return output.length;
}

const get = async (path: string) =>
  (await fetch(`${url}${path}`, { headers: { connection: 'close' } })).json();

// The tests run in order: each continues where the previous one ended.
describe('npm run dev', () => {
  it('removes the bundles of the commands and processes, so that they run what it builds', async () => {
    for (const bundle of olderBundles) await expect(access(join(root, bundle))).rejects.toThrow('ENOENT');
    await access(join(root, 'apps/local/dist/apps/local/src/cli/token.js'));
  });

  it('restarts the API and the worker when a source changes, prints the duration, and keeps PostgreSQL running', async () => {
    const postgresPid = await readPostgresPid(dataDir);
    const start = await edit('apps/api/src/http/unversioned/describe-api.ts', (text) =>
      text.replace(`name: 'Parley'`, `name: 'Changed'`),
    );
    await printed(/^reloaded in \d+\.\d s$/m, start);
    expect(output.slice(start)).toContain('\napps/api/src/http/unversioned/describe-api.ts changed\n');
    expect(output.slice(start)).not.toMatch(/Building|PostgreSQL|Migrations|TOKEN|turbo/);
    expect(await get('/')).toMatchObject({ data: { name: 'Changed' } });
    expect(await readPostgresPid(dataDir)).toBe(postgresPid);
  });

  it('prints a build error, and the previous service keeps running', async () => {
    const file = 'apps/api/src/http/unversioned/describe-api.ts';
    const start = await edit(file, (text) => `${text}\nconst = 1;\n`);
    await printed(/describe-api\.ts:\d+:\d+/, start);
    expect(output.slice(start)).toContain('api, build failed:');
    expect(await get('/')).toMatchObject({ data: { name: 'Changed' } });
    const fixed = await edit(file, (text) => text.replace('\nconst = 1;\n', ''));
    await printed(/^reloaded in/m, fixed);
  });

  it('prints the rule that a contract violates and the location, and loads it once it is fixed', async () => {
    const path = 'spec/v2/paths/attributes.yaml';
    const start = await edit(path, (text) => text.replace(/^ {2}summary: .*\n/m, ''));
    await printed(/^v2: 1 problem in the contract\.$/m, start);
    expect(output.slice(start)).toContain('v2/paths/attributes.yaml:1:1  #/get/summary\n');
    expect(output.slice(start)).toContain('  (operation-summary)\n');
    expect(output.slice(start)).not.toMatch(/npm|turbo|reloaded/);
    expect(await get('/v3')).toMatchObject({ success: true });
    const fixed = await edit(path, (text) => text.replace(/^get:\n/m, 'get:\n  summary: Read it anew\n'));
    await printed(/^reloaded in/m, fixed);
    expect(await get('/openapi/v2.json')).toMatchObject({
      paths: { '/attributes': { get: { summary: 'Read it anew' } } },
    });
  });

  it('checks requests by the contract that was edited last', async () => {
    const name = 'x'.repeat(101);
    const create = async (externalId: string) => {
      const { status } = await fetch(`${url}/v3/attributes`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${/^TOKEN=(.+)$/m.exec(output)?.[1]}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body: JSON.stringify({ name, externalId }),
      });
      return status;
    };
    expect(await create('before')).toBe(200);
    const start = await edit('spec/v3/components/schemas/AttributeCreate.yaml', (text) =>
      text.replace('maxLength: 255', 'maxLength: 100'),
    );
    await printed(/^reloaded in/m, start);
    expect(await create('after')).toBe(400);
  });

  it('stops everything', async () => {
    const postgresPid = await readPostgresPid(dataDir);
    dev.kill('SIGINT');
    await exited;
    expect(dev.exitCode).toBe(0);
    expect(isAlive(postgresPid)).toBe(false);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
