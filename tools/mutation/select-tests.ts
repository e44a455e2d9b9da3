import type { Coverage, FileCoverage } from './coverage.js';
import type { Users } from './find-users.js';
import type { Mutant } from './mutant.js';
import type { Selection } from './protocol.js';

export interface Selected extends Selection {
  readonly expectedMs: number;
  readonly digest: string;
}

export interface SelectionBounds {
  readonly files: number;
  readonly testsPerFile: number;
}

/** No response shows whether a statement names its tenant where ids are unique, so a test reads the texts of all statements. */
export const testOfTenants = 'tools/statements/test/tenants.test.ts';

/**
 * Selects the tests that call a user of the changed code: those that call few other functions first, because they are the tests of
 * this function. If there is none, these are the tests that call any function of the file.
 */
export function selectTests(
  { files }: Coverage,
  { mutant, users }: { mutant: Mutant; users: Users },
  bounds: SelectionBounds,
): Selected[] {
  const select = (isCalled: (call: string) => boolean) =>
    files
      .flatMap((file) => selectOfFile(file, { isCalled, most: bounds.testsPerFile }))
      .sort((a, b) => a.breadth - b.breadth || a.expectedMs - b.expectedMs)
      .slice(0, bounds.files);
  const ofTenants = files.filter(({ file }) => file === testOfTenants && isOfTenant(mutant, users));
  const selected = [...ofTenants.map(selectWhole), ...select((call) => users.functions.has(call))];
  if (selected.length > 0 || !users.atLoad) return selected;
  return select((call) => call.startsWith(`${mutant.file}:`));
}

function isOfTenant({ kind, from }: Mutant, { atLoad }: Users): boolean {
  return kind === 'sql-condition' && atLoad && from.includes('tenant_id');
}

function selectWhole({ file, milliseconds, digest }: FileCoverage): Selected {
  return { file, names: undefined, expectedMs: milliseconds, digest };
}

function selectOfFile(
  { file, tests, outside, digest }: FileCoverage,
  { isCalled, most }: { isCalled: (call: string) => boolean; most: number },
): (Selected & { breadth: number })[] {
  const touching = tests.filter(({ calls }) => calls.some(isCalled));
  // What is called before all tests can make any of them fail.
  const chosen = touching.length > 0 ? touching : outside.some(isCalled) ? tests : [];
  if (chosen.length === 0) return [];
  const narrow = chosen.toSorted((a, b) => a.calls.length - b.calls.length).slice(0, most);
  return [
    {
      file,
      names: narrow.map(({ name }) => name),
      expectedMs: narrow.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
      breadth: narrow[0]?.calls.length ?? 0,
      digest,
    },
  ];
}
