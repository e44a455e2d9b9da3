import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allowForTools } from './allow-for-tools.js';
import { copyForTurbo, type HashedTask, hashTasks, repository } from './turbo/copy-for-turbo.js';
import { kindsOfInputs, newFiles } from './turbo/kinds-of-inputs.js';
import { matchesInput } from './turbo/match-input.js';
import { sourceOfEachWorkspace } from './turbo/source-of-each-workspace.js';

allowForTools();

const created = [...newFiles, ...sourceOfEachWorkspace()];
const all = [...kindsOfInputs, ...created];

/** All files change at once: turbo shows the hash of each file that a task reads, so two runs are enough for every kind. */
let folder: string;
let before: readonly HashedTask[];
let after: readonly HashedTask[];
let changed: ReadonlyMap<string, readonly string[]>;
beforeAll(() => {
  folder = copyForTurbo(kindsOfInputs.map(({ file }) => file));
  before = hashTasks(folder);
  for (const { file } of kindsOfInputs) appendFileSync(join(folder, file), '\n');
  for (const { file } of created) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '\n');
  }
  after = hashTasks(folder);
  changed = findReaders();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('turbo runs again, if this changes', () => {
  it.each(all.map(({ kind, file, tasks }) => [kind, file, tasks] as const))('%s', (_, file, tasks) => {
    const readers = (changed.get(file) ?? []).filter((id) => isTask(taskOf(id)));
    expect(readers.sort()).toEqual([...tasks].sort());
  });

  it('exactly the tasks that read a changed file, and those that depend on them', () => {
    const readers = new Set([...changed.values()].flat());
    const isStale = (id: string): boolean =>
      readers.has(id) || (taskOf(id)?.dependencies ?? []).some((other) => isStale(other));
    const hashes = new Map(before.map(({ taskId, hash }) => [taskId, hash]));
    const rerun = after.filter(({ taskId, hash }) => hashes.get(taskId) !== hash).map(({ taskId }) => taskId);
    expect(rerun.sort()).toEqual(
      after
        .map(({ taskId }) => taskId)
        .filter(isStale)
        .sort(),
    );
  });
});

describe('the kinds of inputs are complete:', () => {
  it('every file of the table exists', () => {
    expect(kindsOfInputs.filter(({ file }) => !existsSync(join(repository, file)))).toEqual([]);
  });

  it('every task reads one of them', () => {
    const known = new Set(all.flatMap(({ tasks }) => tasks));
    const tasks = after.filter(isTask);
    expect(tasks.length).toBeGreaterThan(30);
    expect(tasks.filter(({ taskId }) => !known.has(taskId)).map(({ taskId }) => taskId)).toEqual([]);
  });

  it('every pattern of the inputs of a workspace is tried with a file, and every name there is that of a file', () => {
    const folders = [...new Set(after.map(({ directory }) => directory))].filter((name) =>
      existsSync(join(repository, name, 'turbo.json')),
    );
    expect(folders.flatMap(findUntriedInputs)).toEqual([]);
  });
});

/** Returns the tasks that turbo has seen reading each changed file. */
function findReaders(): Map<string, string[]> {
  const readers = new Map<string, string[]>();
  const files = new Set(all.map(({ file }) => file));
  for (const { taskId, directory, inputs } of after) {
    const old = before.find((task) => task.taskId === taskId)?.inputs ?? {};
    for (const [path, hash] of Object.entries(inputs)) {
      const file = join(directory, path);
      if (hash !== old[path] && files.has(file)) readers.set(file, [...(readers.get(file) ?? []), taskId]);
    }
  }
  return readers;
}

/** Turbo also lists every task for each workspace that has no script of its name. */
function isTask(task: HashedTask | undefined): boolean {
  return task !== undefined && task.command !== '<NONEXISTENT>';
}

function taskOf(id: string): HashedTask | undefined {
  return after.find(({ taskId }) => taskId === id);
}

function findUntriedInputs(directory: string): string[] {
  const { tasks }: { tasks: Record<string, { inputs?: string[] }> } = JSON.parse(
    readFileSync(join(repository, directory, 'turbo.json'), 'utf8'),
  );
  // A task without a workspace in the root is the default of all workspaces; their folders are not known there.
  const own = Object.entries(tasks).filter(([name]) => directory !== '' || name.startsWith('//#'));
  return own.flatMap(([name, { inputs = [] }]) =>
    inputs
      .filter((input) => !/^(?:!|\$TURBO_DEFAULT\$)/.test(input) && !isTried(directory, input))
      .map((input) => `${directory} ${name}: ${input}`),
  );
}

function isTried(directory: string, pattern: string): boolean {
  const isOfRoot = pattern.startsWith('$TURBO_ROOT$/');
  const path = pattern.replace('$TURBO_ROOT$/', '');
  const start = isOfRoot ? '.' : directory;
  if (!pattern.includes('*')) return existsSync(join(repository, start, path));
  return all.some(({ file }) => matchesInput(path, relative(start, file)));
}
