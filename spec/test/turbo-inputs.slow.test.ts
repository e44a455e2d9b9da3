import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { specFolder } from '../scripts/redocly.js';
import { matchesInput } from './turbo/match-input.js';

const repository = join(specFolder, '..');

interface Task {
  readonly folder: string;
  readonly name: string;
  readonly program: string;
  readonly isOfSources: boolean;
  readonly inputs: readonly string[];
}

/** Every task of turbo that runs a program of ours, with the inputs that turbo hashes. */
const tasks = [specFolder, ...foldersOf('packages'), ...foldersOf('apps')].flatMap(readTasks);

/** A program that is not an input is not run again when it changes, and its old output is used. */
describe('turbo hashes every file that a task runs', () => {
  it.each(tasks.map((task) => [`${relative(repository, task.folder)}#${task.name}`, task] as const))(
    '%s',
    async (_, task) => {
      const run = await listFiles(task);
      expect(run).toContain(relative(repository, join(task.folder, task.program)));
      expect(run.filter((file) => !isInput(task, file))).toEqual([]);
    },
  );

  it('in at least the tasks that generate code and check the contract', () => {
    const names = tasks.map(({ folder, name }) => `${relative(repository, folder)}#${name}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'spec#lint:v3',
        'spec#contract',
        'packages/client#generate',
        'packages/contract#generate',
        'apps/api#generate',
        'apps/docs#generate',
      ]),
    );
  });
});

function foldersOf(group: string): string[] {
  return readdirSync(join(repository, group)).map((name) => join(repository, group, name));
}

function readTasks(folder: string): Task[] {
  const file = join(folder, 'turbo.json');
  if (!existsSync(file)) return [];
  const own: { tasks: Record<string, { inputs?: string[] }> } = JSON.parse(readFileSync(file, 'utf8'));
  const manifest: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return Object.entries(own.tasks).flatMap(([name, { inputs = [] }]) => {
    const script = manifest.scripts[name] ?? '';
    const [, program] = /\bnode (?:--\S+ )*([\w/-]+\.ts)\b/.exec(script) ?? [];
    const isOfSources = script.includes('--conditions=@parley/source');
    return program === undefined ? [] : [{ folder, name, program, isOfSources, inputs }];
  });
}

/** Lists the files that the program imports, as esbuild resolves them; types are not among them. */
async function listFiles({ folder, program, isOfSources }: Task): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: [join(folder, program)],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outdir: 'out',
    logLevel: 'silent',
    conditions: isOfSources ? ['@parley/source'] : [],
    loader: { '.json': 'json' },
    plugins: [
      {
        name: 'foreign packages',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            path.startsWith('@parley/') || kind === 'entry-point' ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  const made = /(?:^|\/)(?:generated|dist|node_modules)\//;
  return Object.keys(metafile.inputs).filter((file) => !made.test(file));
}

function isInput({ folder, inputs }: Task, file: string): boolean {
  const own = relative(folder, join(repository, file));
  const matches = (pattern: string) =>
    pattern.startsWith('$TURBO_ROOT$/') ? matchesInput(pattern.slice(13), file) : matchesInput(pattern, own);
  const isExcluded = inputs.some((input) => input.startsWith('!') && matches(input.slice(1)));
  return !isExcluded && inputs.some((input) => !input.startsWith('!') && matches(input));
}
