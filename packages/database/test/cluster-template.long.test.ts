import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { waitUntil } from '../../testkit/src/wait-until.js';
import { runMigrations, startLocalPostgres } from '../src/index.js';
import { locateCluster, prepareCluster } from '../src/local/cluster.js';
import { archiveIn } from '../src/local/cluster-template.js';
import { createTemplate } from '../src/local/create-template.js';
import { findPostgresBinaries } from '../src/local/postgres-binaries.js';
import { findPostmaster, stopPostmaster } from '../src/local/postmaster.js';
import { isAlive } from '../src/local/process-facts.js';
import { clusterFacts } from './support/cluster-facts.js';
import { spawnHolder } from './support/holder.js';
import { query } from './support/sessions.js';
import { makeTemporaryFolder } from './support/temporary-server.js';
import { expectInitialised, useClusters } from './support/use-clusters.js';

jest.setTimeout(90_000);

const folder = useClusters();
const start = (name: string, from = template) => folder.start(name, from);
let built: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let template: string;

beforeAll(async () => {
  built = await makeTemporaryFolder();
  template = join(built.path, 'template');
  const { TMPDIR } = process.env;
  process.env.TMPDIR = built.path;
  try {
    await createTemplate(template);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
});

afterAll(() => built?.remove());

describe('a cluster that is copied from the template', () => {
  test('equals the result of initdb and the migrations', async () => {
    const copy = await start('copy');
    const initialised = await start('initialised', join(folder.path, 'none'));
    await expectInitialised(initialised);
    await runMigrations(initialised.url);
    for (const facts of clusterFacts) {
      const expected = await query(initialised.url, facts);
      expect(expected).not.toEqual([]);
      expect(await query(copy.url, facts)).toEqual(expected);
    }
    expect(await listModes('copy')).toEqual(await listModes('initialised'));
    expect(await runMigrations(copy.url)).toEqual([]);
  });

  test('has a password of its own, which is not valid for other clusters', async () => {
    const [first, second] = [await start('first'), await start('second')];
    const guessed = new URL(second.url);
    guessed.password = new URL(first.url).password;
    await expect(query(guessed.toString(), 'select 1')).rejects.toThrow(/password authentication failed/);
    guessed.password = '';
    await expect(query(guessed.toString(), 'select 1')).rejects.toThrow(/password/);
    const { mode } = await stat(join(folder.path, 'first', 'postgres', 'parley-password'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('appears completely or not at all: after kill -9 while it is copied, the next start creates it again', async () => {
    // This script kills the process that has called it once the last file exists.
    const path = await replaceTar('tar "$@" && kill -KILL $PPID');
    const child = spawnHolder(join(folder.path, 'killed'), { template, path });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const [half = '', ...others] = await readdir(join(folder.path, 'killed'));
    expect(others).toEqual([]);
    expect(half).toMatch(/^postgres\.initialising-/);
    const server = await start('killed');
    expect(await runMigrations(server.url)).toEqual([]);
    expect((await readdir(join(folder.path, 'killed'))).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('is the same for two concurrent starts, of which exactly one continues', async () => {
    const attempts = await Promise.allSettled([start('twice'), start('twice')]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await runMigrations(folder.servers[0]?.url ?? '')).toEqual([]);
  });
});

describe('a new cluster', () => {
  test('is flushed by the next start when the process that created it is killed before', async () => {
    const cluster = await locateCluster(join(folder.path, 'unsynced'));
    const binaries = await findPostgresBinaries();
    await prepareCluster(cluster, binaries, { template });
    expect(existsSync(cluster.unsyncedFile)).toBe(true);
    const server = await start('unsynced');
    await server.stop();
    expect(existsSync(cluster.unsyncedFile)).toBe(false);
  });
});

describe('a server that is stopped twice', () => {
  test('has stopped for both callers', async () => {
    const server = await start('stopped');
    await waitUntil(async () => {
      return !existsSync(join(folder.path, 'stopped', 'postgres', 'parley-unsynced'));
    });
    const { pid } = server;
    const first = server.stop();
    await server.stop();
    expect(isAlive(pid)).toBe(false);
    await first;
  });
});

describe('a start reports when its programs run', () => {
  test('with a template, without one, and with an existing cluster', async () => {
    for (const [name, source] of [
      ['copied', template],
      ['initialised', join(folder.path, 'none')],
      ['copied', template],
    ] as const) {
      const onWork = jest.fn();
      const server = await startLocalPostgres({ dataDir: join(folder.path, name), template: source, onWork });
      await server.stop();
      expect(onWork).toHaveBeenCalled();
    }
  });
});

describe('the template', () => {
  test('has one segment of the write-ahead log; its copies recycle segments as usual', async () => {
    const { stdout } = await promisify(execFile)('tar', ['-tf', archiveIn(template)]);
    expect(stdout.match(/pg_wal\/[0-9A-F]{24}$/gm)).toHaveLength(1);
    const server = await start('copy');
    expect(await query(server.url, 'show wal_recycle')).toEqual([{ wal_recycle: 'on' }]);
  });

  test('has no password, so that nobody can log in to an unchanged copy', async () => {
    const cluster = join(folder.path, 'postgres');
    await mkdir(cluster, { mode: 0o700 });
    await promisify(execFile)('tar', ['-xf', archiveIn(template), '-C', cluster]);
    expect(await readdir(cluster)).toEqual(expect.not.arrayContaining(['parley-password', 'parley-port']));
    // With a password file the folder counts as a cluster of ours, and PostgreSQL itself must refuse the login.
    await writeFile(join(cluster, 'parley-password'), 'parley');
    await expect(startLocalPostgres({ dataDir: folder.path })).rejects.toThrow(
      /password authentication failed for user "parley"/,
    );
    expect(await readFile(join(folder.path, 'postgres.log'), 'utf8')).toContain(
      'User "parley" has no password assigned.',
    );
    await stopPostmaster((await findPostmaster(cluster))?.pid ?? 0);
  });

  /** Starts another process that builds the template. */
  function spawnBuild(TMPDIR = built.path) {
    const program = `import { createTemplate } from '${new URL('../src/local/create-template.ts', import.meta.url)}';
      await createTemplate(process.argv[1]);
      process.exit();`;
    const args = [
      '--import=./tools/typescript/register.js',
      '--conditions=@parley/source',
      '--input-type=module',
      '--eval',
      program,
    ];
    return spawn(process.execPath, [...args, join(folder.path, 'template')], {
      stdio: 'inherit',
      env: { ...process.env, TMPDIR },
    });
  }

  test('is complete after two concurrent builds, and the remains of a killed build are removed', async () => {
    const { pid: dead = 0 } = spawnSync('true');
    await mkdir(join(folder.path, `template.new-${dead}`));
    const exits = await Promise.all([spawnBuild(), spawnBuild()].map((child) => once(child, 'exit')));
    expect(exits).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await readdir(folder.path)).toEqual(['template']);
    const server = await start('copy', join(folder.path, 'template'));
    expect(await runMigrations(server.url)).toEqual([]);
  });

  test('is kept when the next build fails; the build explains the error and fails, so that it is not cached', async () => {
    const other = await folder.copyTemplate(template);
    const script = fileURLToPath(new URL('../scripts/create-template.js', import.meta.url));
    const path = await replaceTar('echo no space left >&2; exit 1');
    const env = { ...process.env, PATH: path, TMPDIR: folder.path };
    const failure = await promisify(execFile)(process.execPath, [script, other], { env }).catch(
      (error) => error,
    );
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The template was not created, so the first start will take longer: .*no space left/s,
      ),
    });
    const server = await start('copy', other);
    expect(await runMigrations(server.url)).toEqual([]);
  });

  test('leaves no server and no file behind when its build is interrupted', async () => {
    const child = spawnBuild(folder.path);
    const exit = once(child, 'exit');
    const server = await waitUntil(async () => {
      const work = (await readdir(folder.path)).find((name) => name.startsWith('parley-template-'));
      const found = await findPostmaster(join(folder.path, work ?? '', 'postgres'));
      return found?.isReady && found;
    });
    child.kill('SIGTERM');
    await exit;
    expect(isAlive(server.pid)).toBe(false);
    expect((await readdir(folder.path)).filter((name) => name.includes('template'))).toEqual([]);
  });
});

/** Lists every file by its mode, except those whose names are numbers: these count transactions and tables. */
async function listModes(name: string): Promise<Record<string, string>> {
  const cluster = join(folder.path, name, 'postgres');
  const files = await readdir(cluster, { recursive: true });
  const named = files
    .filter((file) => !/\d{3}|pg_internal\.init|pgsql_tmp|parley-unsynced/.test(file))
    .sort();
  const modes = await Promise.all(
    ['', ...named].map(async (file) => {
      const { mode, uid } = await stat(join(cluster, file));
      return [file, `${(mode & 0o777).toString(8)} of ${uid}`];
    }),
  );
  return Object.fromEntries(modes);
}

/** Creates a folder for the path of a program, in which `tar` is this script around the real one. */
async function replaceTar(script: string): Promise<string> {
  const bin = join(folder.path, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'tar'), `#!/bin/sh\nPATH='${process.env.PATH}'\n${script}\n`);
  await chmod(join(bin, 'tar'), 0o755);
  return `${bin}:${process.env.PATH}`;
}
