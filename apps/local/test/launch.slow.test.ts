import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildPrograms } from '@parley/testkit';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { quickStart } from '../launch/run-tasks.js';
import { nodeRange } from './support/node-range.js';
import { createRepository, repository } from './support/small-repository.js';

jest.setTimeout(120_000);

const runFile = fileURLToPath(new URL('apps/local/run.cjs', repository));

const folder = makeTestFolder('launch');

/** Runs a program on a Node that reports another version. */
async function runOn(version: string, name: string) {
  const disguise = join(folder, `node-${version}.cjs`);
  await writeFile(
    disguise,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  );
  // A version that is accepted would start the service, which is then ended.
  const options = { stdio: 'pipe', timeout: 100_000 } as const;
  const child = spawn(process.execPath, ['--require', disguise, runFile, name], options);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

describe('the version of Node', () => {
  it.each(['start', 'dev', 'demo', 'api', 'worker', 'cli/token', 'cli/migrate'])(
    'is checked before anything else; %s on an old one prints one line',
    async (name) => {
      expect(await runOn('20.18.3', name)).toEqual({
        stdout: '',
        stderr: `Parley needs ${nodeRange}; this is Node 20.18.3.\n`,
        code: 1,
      });
    },
  );

  it.each(['18.20.8', '21.7.3', '22.11.0', '23.11.1'])('%s is refused', async (version) => {
    expect(await runOn(version, 'cli/token')).toEqual({
      stdout: '',
      stderr: `Parley needs ${nodeRange}; this is Node ${version}.\n`,
      code: 1,
    });
  });

  it.each(['20.19.0', '22.12.0', '24.0.0', '25.1.0'])('%s is accepted', async (version) => {
    expect((await runOn(version, 'unknown')).stderr).toMatch(/^Parley is not built yet/);
  });
});

describe('the build of a start', () => {
  const build = (root: string) =>
    promisify(execFile)(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { buildService } from ${JSON.stringify(join(root, 'apps/local/launch/run-tasks.js'))};
         process.exitCode = (await buildService()) ? 0 : 1;`,
      ],
      { cwd: root },
    ).catch((failure) => failure);

  it('prints a line for each step without the output of the steps, and nothing when everything is built', async () => {
    const root = await createRepository(join(folder, 'sound'), { local: 'echo noise', client: 'echo noise' });
    const first = await build(root);
    expect(first.stderr).toBe('');
    const [title, ...steps] = first.stdout.trimEnd().split('\n');
    expect(title).toBe('Building Parley');
    expect(steps.map((line: string) => line.replace(/\(\d+\.\d s\)$/, '(n s)')).toSorted()).toEqual([
      '  client       build (n s)',
      '  local        build (n s)',
    ]);
    expect(await build(root)).toMatchObject({ stdout: '', stderr: '' });
  });

  it('prints the output of a failing step, and starts nothing', async () => {
    const root = await createRepository(join(folder, 'broken'), {
      local: 'echo noise',
      client: 'echo the reason; exit 3',
    });
    const failure = await build(root);
    expect(failure.code).toBe(1);
    expect(failure.stderr).toContain('client, build failed:\n\nthe reason\n');
    expect(failure.stderr).not.toContain('noise');
  });

  it('continues without a template: each start prints the failure, since it is not cached', async () => {
    const root = await createRepository(join(folder, 'no-template'), {
      local: { build: 'echo built', template: 'echo no disk; exit 1' },
      client: 'echo built',
    });
    for (const attempt of [1, 2]) {
      // An exit code means that the program has failed.
      const { code, stderr } = await build(root);
      expect({ attempt, code, stderr }).toEqual({
        attempt,
        code: undefined,
        stderr: expect.stringContaining('local, template failed:\n\nno disk\n'),
      });
    }
  });
});

describe('the inputs of a start', () => {
  interface Task {
    readonly taskId: string;
    readonly dependencies: readonly string[];
    readonly inputs: Readonly<Record<string, string>>;
  }

  let tasks: ReadonlyMap<string, Task>;

  beforeAll(async () => {
    buildPrograms();
    const turbo = fileURLToPath(new URL('node_modules/.bin/turbo', repository));
    const { stdout } = await promisify(execFile)(turbo, ['run', ...quickStart, '--dry=json'], {
      cwd: fileURLToPath(repository),
      maxBuffer: 100_000_000,
      env: { ...process.env, DO_NOT_TRACK: '1', NODE_OPTIONS: '' },
    });
    const report: { tasks: Task[] } = JSON.parse(stdout);
    tasks = new Map(report.tasks.map((task) => [task.taskId, task]));
  });

  function listDependencies(id: string, found = new Set<string>()): ReadonlySet<string> {
    for (const dependency of tasks.get(id)?.dependencies ?? []) {
      if (found.has(dependency)) continue;
      found.add(dependency);
      listDependencies(dependency, found);
    }
    return found;
  }

  it('the bundle is created again after the build of any package that it contains', async () => {
    const bundle = new URL('apps/local/bundle/', repository);
    const files = await readdir(bundle, { recursive: true });
    const maps = files.filter((name) => name.endsWith('.map')).map((name) => new URL(name, bundle));
    const listed = await Promise.all(
      maps.map(async (map) => {
        const { sources }: { sources: string[] } = JSON.parse(await readFile(map, 'utf8'));
        return sources.map((source) => new URL(source, map).pathname);
      }),
    );
    const paths = listed.flat();
    const held = new Set(paths.flatMap((path) => /\/(?:apps|packages)\/(\w+)\/src\//.exec(path)?.[1] ?? []));
    expect(held.size).toBeGreaterThan(5);
    const builds = [...held].map((name) => `@parley/${name}#build`);
    expect([...listDependencies('@parley/local#bundle')]).toEqual(expect.arrayContaining(builds));
  });

  it('the template is created again after a migration, or the code that creates it, has changed', async () => {
    const migrations = await readdir(new URL('prisma/migrations', repository));
    const inputs = Object.keys(tasks.get('@parley/database#template')?.inputs ?? {});
    for (const name of migrations) expect(inputs.some((path) => path.includes(name))).toBe(true);
    expect([...listDependencies('@parley/database#template')]).toContain('@parley/database#build');
  });
});
