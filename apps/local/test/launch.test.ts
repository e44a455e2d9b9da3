import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createRepository, repository } from './support/small-repository.js';

jest.setTimeout(120_000);

const read = (path: string) => readFile(new URL(path, repository), 'utf8');
const runFile = fileURLToPath(new URL('apps/local/run.js', repository));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-launch-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the version of Node', () => {
  it.each(['start', 'dev', 'demo', 'api', 'worker', 'cli/token', 'cli/migrate'])(
    'is looked at before anything else; %s on an old one says so in one line',
    async (name) => {
      const disguise = join(folder, 'old-node.cjs');
      await writeFile(
        disguise,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });`,
      );
      const child = spawn(process.execPath, ['--require', disguise, runFile, name], { stdio: 'pipe' });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      expect({ stdout, stderr, code }).toEqual({
        stdout: '',
        stderr: 'Parley needs Node 20.19 or newer; this is Node 20.18.3.\n',
        code: 1,
      });
    },
  );

  it('is checked by a file that an old Node can read', async () => {
    const source = await read('apps/local/run.js');
    // A script has no import statement and no await outside of a function.
    expect(() => new Script(source)).not.toThrow();
    expect(source).not.toMatch(/\b(?:async|await|const|let|class)\b|\?\.|\?\?|`/);
  });

  it('is the same in engines, README, CONTRIBUTING, the quick start and .nvmrc', async () => {
    const { engines } = JSON.parse(await read('package.json'));
    const [, major = '', minor = ''] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
    expect(await read('apps/local/run.js')).toContain(`var required = [${major}, ${minor}];`);
    for (const page of ['README.md', 'apps/docs/pages/guides/quick-start.md']) {
      expect(await read(page)).toContain(`Node ${major}.${minor} or newer`);
    }
    expect(await read('CONTRIBUTING.md')).toContain(`Node ≥ ${major}.${minor}`);
    const developed = (await read('.nvmrc')).trim();
    expect(Number(developed)).toBeGreaterThanOrEqual(Number(major));
    expect(await read('README.md')).toContain(`\`.nvmrc\` names ${developed}`);
    const [, tested = ''] = /node: \[(.+)\]/.exec(await read('.github/workflows/ci.yml')) ?? [];
    expect(tested.split(', ')).toEqual(expect.arrayContaining([major, developed]));
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

  it('prints a line for each step, nothing of what the steps print, and nothing when all is built', async () => {
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

  it('shows what a failing step has printed, and starts nothing', async () => {
    const root = await createRepository(join(folder, 'broken'), {
      local: 'echo noise',
      client: 'echo the reason; exit 3',
    });
    const failure = await build(root);
    expect(failure.code).toBe(1);
    expect(failure.stderr).toContain('client, build failed:\n\nthe reason\n');
    expect(failure.stderr).not.toContain('noise');
  });
});
