import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { specFolder } from '../scripts/redocly.js';
import { versions } from '../scripts/versions.js';
import { allowForTools } from './allow-for-tools.js';

allowForTools();

const repository = join(specFolder, '..');

/** Runs in a copy, so that no real source is changed; nothing there was built or cached before. */
describe('turbo runs again', () => {
  let folder: string;
  beforeAll(() => {
    folder = copyRepository();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('nothing if nothing changed, and restores a deleted output', () => {
    expect(runTurbo('run', 'bundle:v2')).toContain('0 cached, 1 total');
    rmSync(join(folder, 'spec/dist/v2.json'));
    expect(runTurbo('run', 'bundle:v2')).toContain('FULL TURBO');
    expect(existsSync(join(folder, 'spec/dist/v2.json'))).toBe(true);
  });

  it('nothing because of build output or generated files', () => {
    const before = readHashes();
    for (const file of [
      'spec/dist/v3.json',
      'packages/contract/src/generated/v3.ts',
      'packages/contract/dist/v3.js',
    ]) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), 'built');
    }
    expect(readHashes()).toEqual(before);
  });

  it('after a change of a v2 file, the tasks of v2 and their dependents, but not those of v3', () => {
    expect(listChanged('spec/v2/paths/attributes.yaml')).toEqual([
      '//#typecheck',
      '@parley/api#build',
      '@parley/api#generate',
      '@parley/cli#build',
      '@parley/client#build',
      '@parley/client#generate',
      '@parley/contract#build',
      '@parley/contract#generate',
      '@parley/docs#site',
      '@parley/spec#bundle:v2',
      '@parley/spec#compare:v2',
      '@parley/spec#contract',
      '@parley/spec#lint:v2',
      '@parley/spec#migration',
    ]);
  });

  it('after a change of a lint rule, only the lint of both versions and that of our own code', () => {
    expect(listChanged('spec/rules/operation-has-scope.ts')).toEqual([
      '//#lint',
      '//#typecheck',
      '@parley/spec#lint:v2',
      '@parley/spec#lint:v3',
    ]);
  });

  it('after a change was accepted, only the gate and the changelog', () => {
    expect(listChanged('spec/accepted-changes.yaml')).toEqual(['@parley/docs#site', '@parley/spec#contract']);
  });

  function listChanged(file: string): string[] {
    const before = readHashes();
    appendFileSync(join(folder, file), '\n');
    const after = readHashes();
    return Object.keys(after).filter((task) => after[task] !== before[task]);
  }

  /** Returns the hash of each task. With the same hash, a task does not run again, except the gate, which always runs. */
  function readHashes(): Record<string, string> {
    const report: { tasks: Array<{ taskId: string; hash: string; command: string }> } = JSON.parse(
      runTurbo(
        'run',
        'build',
        'site',
        'contract',
        'lint:v3',
        'lint:v2',
        'migration',
        '//#lint',
        '//#typecheck',
        '--dry=json',
      ),
    );
    const relevant = report.tasks.filter(({ command }) => command !== '<NONEXISTENT>');
    return Object.fromEntries(relevant.map(({ taskId, hash }) => [taskId, hash]).sort());
  }

  function runTurbo(...args: string[]): string {
    const turbo = join(repository, 'node_modules/.bin/turbo');
    const env = { ...process.env, DO_NOT_TRACK: '1', NO_COLOR: '1', FORCE_COLOR: '0' };
    return execFileSync(turbo, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }
});

describe('the inputs of', () => {
  const { tasks }: { tasks: Record<string, { inputs: string[]; passThroughEnv?: string[] }> } = JSON.parse(
    readFileSync(join(specFolder, 'turbo.json'), 'utf8'),
  );

  it.each(['lint', 'bundle'])('%s name each of its scripts, and no other', (step) => {
    const imported = listImports(`scripts/${step}.ts`);
    const scripts = imported.filter((file) => file.startsWith('scripts/')).sort();
    for (const version of versions) {
      const named = tasks[`${step}:${version}`]?.inputs.filter((input) => input.startsWith('scripts/'));
      expect(named?.sort()).toEqual(scripts);
    }
  });

  it('the gate name the variables that it reads, which turbo would hide otherwise', () => {
    const read = listImports('scripts/gate.ts').map((file) => readFileSync(join(specFolder, file), 'utf8'));
    const names = read.flatMap((text) => [...text.matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name));
    expect(names.sort()).toEqual(['CONTRACT_BASE', 'CONTRACT_CONSUMERS', 'GITHUB_ACTIONS', 'INIT_CWD']);
    expect(tasks.contract?.passThroughEnv).toEqual(names);
  });

  it('bundle name each file of the rules that decorators use, and no other', () => {
    const decorators = readdirSync(join(specFolder, 'decorators')).map((name) => `decorators/${name}`);
    const used = [...new Set(decorators.flatMap((file) => listImports(file)))];
    const readers = used.filter((file) => file.startsWith('rules/')).sort();
    expect(readers).toContain('rules/read-json.ts');
    for (const version of versions) {
      const named = tasks[`bundle:${version}`]?.inputs.filter((input) => input.startsWith('rules/'));
      expect(named?.sort()).toEqual(readers);
    }
  });
});

/** Lists a file and everything that it imports from the folders of spec; type-only imports are not inputs. */
function listImports(file: string, found: string[] = []): string[] {
  if (found.includes(file)) return found;
  found.push(file);
  const text = readFileSync(join(specFolder, file), 'utf8');
  for (const [, name = ''] of text.matchAll(/^import (?!type )[^;]*? from '(\.{1,2}\/.+\.m?js)'/gm))
    listImports(join(dirname(file), name.replace(/\.js$/, '.ts')), found);
  return found;
}

/** Copies all of spec and contract, and the files of the other workspaces that turbo requires. */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-turbo-'));
  const root = [
    '.gitignore',
    'package.json',
    'package-lock.json',
    'turbo.json',
    'tsconfig.json',
    'tsconfig.base.json',
  ];
  const manifests = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(repository, group)).flatMap((name) => [
      join(group, name, 'package.json'),
      join(group, name, 'turbo.json'),
    ]),
  );
  const made = new Set(['node_modules', 'dist', 'generated', '.turbo']);
  for (const part of [...root, 'spec', 'packages/contract', ...manifests.filter(isThere)]) {
    cpSync(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (source) => !made.has(basename(source)),
    });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function isThere(path: string): boolean {
  return existsSync(join(repository, path));
}
