import { describe, expect, it } from '@jest/globals';
import { findImporters } from '../find-importers.js';
import { listMutants } from '../list-mutants.js';
import { selectTests } from '../select-tests.js';

/** Selects the tests of the first mutant of a file. */
function select(
  { file = 'a.ts', text }: { file?: string; text: string },
  calls: Record<string, string[]>,
  importers: Record<string, string[]> = {},
): string[] {
  const [mutant] = listMutants(file, text);
  if (!mutant) throw new Error('There is no mutant.');
  const entries = Object.entries(calls).map(([test, files]) => [test, new Set(files)] as const);
  return selectTests(mutant, { calls: new Map(entries), importersOf: (name) => importers[name] ?? [] });
}

const inFunction = { text: 'function check(n: number) { return n < 5; }' };
const atLoad = { text: 'export const limit = 5;' };

describe('the tests of a mutant', () => {
  it('are those that called a function of its file, the most specific first', () => {
    const calls = { 'wide.test.ts': ['a.ts', 'b.ts'], 'own.test.ts': ['a.ts'], 'other.test.ts': ['b.ts'] };
    expect(select(inFunction, calls, { 'a.ts': ['b.ts'] })).toEqual(['own.test.ts', 'wide.test.ts']);
  });

  it('are those of the importing files if it runs when its file is loaded, after those of its file', () => {
    const calls = { 'importer.test.ts': ['b.ts'], 'own.test.ts': ['a.ts', 'c.ts'], 'far.test.ts': ['d.ts'] };
    const importers = { 'a.ts': ['b.ts'], 'b.ts': ['d.ts'] };
    expect(select(atLoad, calls, importers)).toEqual(['own.test.ts', 'importer.test.ts']);
  });

  it('are those of the nearest importing files if nothing calls its file', () => {
    const calls = { 'far.test.ts': ['c.ts'], 'farther.test.ts': ['d.ts'] };
    const importers = { 'a.ts': ['b.ts'], 'b.ts': ['a.ts', 'c.ts'], 'c.ts': ['d.ts'] };
    expect(select(inFunction, calls, importers)).toEqual(['far.test.ts']);
    expect(select(inFunction, calls)).toEqual([]);
  });

  it('include a test that imports the file', () => {
    expect(select(atLoad, { 'b.test.ts': [] }, { 'a.ts': ['b.test.ts'] })).toEqual(['b.test.ts']);
  });

  it('begin with those that read the texts of statements, or the settings', () => {
    const [statements, settings] = [
      'tools/statements/test/tenants.test.ts',
      'tools/configuration/test/reference.test.ts',
    ];
    const calls = { 'own.test.ts': ['a.ts'], [statements]: ['b.ts', 'c.ts'], [settings]: [] };
    const text = 'const find = `select 1 where tenant_id = $1::uuid`;';
    expect(select({ text }, calls)).toEqual([statements, 'own.test.ts']);
    expect(select({ file: 'apps/api/src/config.ts', text: 'const most = integer(5);' }, calls)).toEqual([
      settings,
    ]);
  });
});

describe('the files that import a file', () => {
  const importersOf = findImporters(process.cwd());

  it.each([
    ['packages/core/src/index.ts', 'apps/api/src/app.ts'],
    ['packages/core/src/tenants/administration.ts', 'apps/worker/src/main.ts'],
    ['packages/core/src/handover/index.ts', 'apps/local/src/handover/import-folder.ts'],
    ['packages/core/src/ids.ts', 'apps/api/src/http/validation/formats.ts'],
    ['apps/api/src/index.ts', 'apps/local/src/dev/run-dev-service.ts'],
    ['packages/core/src/sql/new-id-sql.ts', 'packages/core/src/events/recording-sql.ts'],
  ])('of %s include %s', (file, importer) => {
    expect(importersOf(file)).toContain(importer);
  });
});
