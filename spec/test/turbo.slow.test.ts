import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allowForTools } from './allow-for-tools.js';
import { copyForTurbo, hashTasks, runTurbo } from './turbo/copy-for-turbo.js';

allowForTools();

describe('turbo runs again', () => {
  let folder: string;
  beforeAll(() => {
    folder = copyForTurbo();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('nothing if nothing changed, and restores a deleted output', () => {
    expect(runTurbo(folder, ['run', 'bundle:v2'])).toContain('0 cached, 1 total');
    rmSync(join(folder, 'spec/dist/v2.json'));
    expect(runTurbo(folder, ['run', 'bundle:v2'])).toContain('FULL TURBO');
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
      '@parley/docs#generate',
      '@parley/docs#site',
      '@parley/local#bundle',
      '@parley/sandbox#bundle',
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
    expect(listChanged('spec/accepted-changes.yaml')).toEqual([
      '@parley/docs#generate',
      '@parley/docs#site',
      '@parley/spec#contract',
    ]);
  });

  it.each(['tsconfig.base.json', 'tsconfig.json'])('after a change of %s, every task', (file) => {
    expect(listChanged(file)).toEqual(Object.keys(readHashes()));
  });

  it('after another version of a package, the tasks of the workspaces that use it and their dependents', () => {
    const before = readHashes();
    const file = join(folder, 'package-lock.json');
    const lock: { packages: Record<string, { version?: string }> } = JSON.parse(readFileSync(file, 'utf8'));
    const express = lock.packages['node_modules/express'];
    expect(express?.version).toBeDefined();
    writeFileSync(
      file,
      JSON.stringify({
        ...lock,
        packages: { ...lock.packages, 'node_modules/express': { ...express, version: '99.0.0' } },
      }),
    );
    const changed = findChanged(before, readHashes());
    expect(changed).toEqual(expect.arrayContaining(['@parley/api#build', '@parley/local#bundle']));
    expect(changed).not.toContain('@parley/core#build');
    expect(changed).not.toContain('@parley/spec#lint:v3');
  });

  function listChanged(file: string): string[] {
    const before = readHashes();
    appendFileSync(join(folder, file), '\n');
    return findChanged(before, readHashes());
  }

  function findChanged(before: Record<string, string>, after: Record<string, string>): string[] {
    return Object.keys(after).filter((task) => after[task] !== before[task]);
  }

  /** Returns the hash of each task. With the same hash, a task does not run again, except the gate, which always runs. */
  function readHashes(): Record<string, string> {
    const relevant = hashTasks(folder).filter(({ command }) => command !== '<NONEXISTENT>');
    return Object.fromEntries(relevant.map(({ taskId, hash }) => [taskId, hash]).sort());
  }
});
