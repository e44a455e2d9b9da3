import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { specFolder } from '../../scripts/redocly.js';

export const repository = join(specFolder, '..');

export interface HashedTask {
  readonly taskId: string;
  readonly hash: string;
  readonly command: string;
  readonly directory: string;
  /** The hash of each file that the task reads, by its path from the folder of the task. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
}

/** Copies all of spec and contract, the files of the other workspaces that turbo requires, and some more. */
export function copyForTurbo(more: readonly string[] = []): string {
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
  for (const part of [
    ...root,
    'spec',
    'packages/contract',
    'tools/typescript',
    ...manifests.filter(isThere),
  ]) {
    cpSync(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (source) => !made.has(basename(source)),
    });
  }
  for (const file of more) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    if (isThere(file)) cpSync(join(repository, file), join(folder, file));
    else writeFileSync(join(folder, file), '');
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Lists the tasks of `npm test` and of the build with their hashes. Turbo computes them and runs nothing. */
export function hashTasks(folder: string): HashedTask[] {
  const names = ['build', 'bundle', 'template', 'site', 'contract', 'lint:v3', 'lint:v2', 'migration'];
  const report: { tasks: HashedTask[] } = JSON.parse(
    runTurbo(folder, ['run', ...names, '//#lint', '//#typecheck', '--dry=json']),
  );
  return report.tasks;
}

export function runTurbo(folder: string, args: readonly string[]): string {
  return execFileSync(join(repository, 'node_modules/.bin/turbo'), args, {
    cwd: folder,
    env: { ...process.env, DO_NOT_TRACK: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function isThere(path: string): boolean {
  return existsSync(join(repository, path));
}
