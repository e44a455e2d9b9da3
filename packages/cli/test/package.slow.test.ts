import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';

// Package managers are slow on a busy machine.
jest.setTimeout(120_000);

const folder = fileURLToPath(new URL('..', import.meta.url));
const scratch = makeTestFolder('cli');
const installed = join(scratch, 'node_modules/@parley/cli');
let published: string[] = [];

/** Packs the published package, and installs the tarball without a registry. */
beforeAll(() => {
  const [packed]: Array<{ filename: string; files: Array<{ path: string }> }> = JSON.parse(
    npm('pack', '--json', '--ignore-scripts', folder),
  );
  published = packed?.files.map(({ path }) => path).sort() ?? [];
  writeFileSync(
    join(scratch, 'package.json'),
    JSON.stringify({ name: 'acme', dependencies: { '@parley/cli': `file:${packed?.filename}` } }),
  );
  npm('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
});

describe('what is published', () => {
  it('consists of these files, and no others', () => {
    expect(published).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY.md',
      'dist/chunk.js',
      'dist/main.js',
      'dist/run-uses.js',
      'package.json',
    ]);
  });

  it('imports only Node and TypeScript, which is an optional peer', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(read('package.json'));
    expect([dependencies, Object.keys(peerDependencies), peerDependenciesMeta]).toEqual([
      undefined,
      ['typescript'],
      { typescript: { optional: true } },
    ]);
    const imported = published
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) =>
        [...read(path).matchAll(/^import (?:[^"]* from )?"([^."][^"]*)"/gm)].map(([, name = '']) => name),
      );
    expect([...new Set(imported)].filter((name) => !name.startsWith('node:'))).toEqual(['typescript']);
  });

  it('names the licence of every package that it contains', () => {
    const bundled = [...read('dist/main.js').matchAll(/^\/\/ \S*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)];
    const named = [...read('THIRD-PARTY.md').matchAll(/^## (\S+)$/gm)];
    expect(bundled.length).toBeGreaterThan(0);
    for (const [, name = ''] of bundled) {
      expect(named.map(([, each]) => each)).toContain(name);
      const licence = readFileSync(join(folder, '../../node_modules', name, 'LICENSE'), 'utf8');
      expect(read('THIRD-PARTY.md')).toContain(licence);
    }
  });

  it('contains the licence of the repository', () => {
    expect(read('LICENSE')).toBe(readFileSync(join(folder, '../../LICENSE'), 'utf8'));
  });
});

describe('installed from the tarball', () => {
  it('has the command parley, which explains itself', () => {
    expect(parley('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npx parley uses') });
  });

  it('runs without any other package', () => {
    expect(parley('completion', 'bash')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('_parley'),
    });
    const { status, stderr } = parley('whoami', '--url', 'http://127.0.0.1:9');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('npx parley login --url http://127.0.0.1:9'),
    ]);
  });

  it('names the package that the sandbox needs', () => {
    expect(parley('sandbox')).toMatchObject({
      status: 2,
      stderr: 'This command needs another package: npm i -D @parley/sandbox\n',
    });
  });

  it('says what is missing in a project without TypeScript, and runs with it', () => {
    expect(parley('uses')).toMatchObject({
      status: 2,
      stderr: 'This command needs TypeScript in your project: npm install -D typescript@5\n',
    });
    mkdirSync(join(scratch, 'src'));
    writeFileSync(join(scratch, 'src/index.ts'), 'export const a = 1;');
    writeFileSync(
      join(scratch, 'tsconfig.json'),
      '{ "compilerOptions": { "types": [] }, "include": ["src"] }',
    );
    symlinkSync(join(folder, '../../node_modules/typescript'), join(scratch, 'node_modules/typescript'));
    expect(parley('uses')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('does not import @parley/client'),
    });
  });
});

function read(path: string): string {
  return readFileSync(join(installed, path), 'utf8');
}

function npm(...command: string[]): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('npm', command, { cwd: scratch, encoding: 'utf8', stdio });
}

function parley(...words: string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', XDG_CONFIG_HOME: scratch };
  return spawnSync(join(scratch, 'node_modules/.bin/parley'), words, { cwd: scratch, encoding: 'utf8', env });
}
