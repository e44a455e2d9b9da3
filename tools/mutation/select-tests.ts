import type { Coverage, FileCoverage } from './coverage.js';
import type { Users } from './find-users.js';
import type { Mutant } from './mutant.js';
import type { Selection } from './protocol.js';
import { createRating } from './words.js';

export interface Selected extends Selection {
  readonly expectedMs: number;
  readonly digest: string;
}

export interface SelectionBounds {
  readonly files: number;
  readonly testsPerFile: number;
}

/** Tests that read what a module contains after it was loaded, and call none of its functions. They are selected as a whole. */
export const testsOfConstants: readonly {
  readonly file: string;
  readonly isFor: (mutant: Mutant) => boolean;
}[] = [
  {
    // No response shows whether a statement names its tenant where ids are unique.
    file: 'tools/statements/test/tenants.test.ts',
    isFor: ({ kind, from, before, after }) =>
      (kind === 'sql-condition' && (from.includes('tenant_id') || /\btenants\b/.test(before))) ||
      (kind === 'sql-comparison' && countTurned(after) > countTurned(before)),
  },
  {
    // A workspace often has one such record in tests, so that no response shows whether a statement names it.
    file: 'tools/statements/test/changed-rows.test.ts',
    isFor: ({ kind, before }) =>
      (kind === 'sql-condition' || kind === 'sql-comparison') &&
      (/\b(?:update|delete)\b/.test(before) || !/\bselect\b/.test(before)),
  },
  {
    // Likewise for what a statement reads.
    file: 'tools/statements/test/read-rows.test.ts',
    isFor: ({ kind, before }) =>
      (kind === 'sql-condition' || kind === 'sql-comparison') &&
      (/\bselect\b/.test(before) || !/\b(?:update|delete)\b/.test(before)),
  },
  {
    // A delivery is found without the id of its event as well, in one lookup for each partition.
    file: 'packages/core/test/partition-lookups.test.ts',
    isFor: ({ kind, from }) => kind === 'sql-condition' && from.includes('event_id'),
  },
  {
    // Two changes within a millisecond, or one in a test with a fixed clock, have the same time.
    file: 'tools/statements/test/written-columns.test.ts',
    isFor: ({ kind, from }) =>
      kind === 'sql-assignment' && /^(?:updated_at|lease_token|lease_expires_at) =/.test(from),
  },
  {
    // The reference of the settings has the range and the default of each.
    file: 'tools/configuration/test/reference.test.ts',
    isFor: ({ file }) => file === 'apps/api/src/config.ts',
  },
];

function countTurned(text: string): number {
  return text.match(/\btenant_id <> /g)?.length ?? 0;
}

/**
 * Selects the tests that call a user of the changed code. Those that call few other functions come first, because they are the tests
 * of this function, in turn with those whose names are about the changed code. If there is none, these are the tests that call any
 * function of the file.
 */
export function selectTests(
  { files }: Coverage,
  { mutant, users }: { mutant: Mutant; users: Users },
  bounds: SelectionBounds,
): Selected[] {
  const rate = createRating(mutant, files);
  const select = (isCalled: (call: string) => boolean) => {
    const found = files.flatMap((file) => selectOfFile(file, { isCalled, rate, most: bounds.testsPerFile }));
    const narrow = found.toSorted((a, b) => a.breadth - b.breadth || a.expectedMs - b.expectedMs);
    const named = found.filter(({ rating }) => rating > 0).sort((a, b) => b.rating - a.rating);
    return takeInTurn(narrow, named).slice(0, bounds.files);
  };
  const ofConstants = testsOfConstants.filter(({ isFor }) => users.atLoad && isFor(mutant));
  const whole = files.filter(({ file }) => ofConstants.some((one) => one.file === file));
  const selected = [...whole.map(selectWhole), ...select((call) => users.functions.has(call))];
  if (selected.length > 0 || !users.atLoad) return selected;
  return select((call) => call.startsWith(`${mutant.file}:`));
}

/** Merges two lists in turn; nothing appears twice. The second has no other members than the first. */
function takeInTurn<T>(first: readonly T[], second: readonly T[]): T[] {
  return [...new Set(first.flatMap((one, index) => [one, ...second.slice(index, index + 1)]))];
}

function selectWhole({ file, milliseconds, digest }: FileCoverage): Selected {
  return { file, names: undefined, expectedMs: milliseconds, digest };
}

function selectOfFile(
  { file, tests, outside, digest }: FileCoverage,
  options: {
    readonly isCalled: (call: string) => boolean;
    readonly rate: (text: string) => number;
    readonly most: number;
  },
): (Selected & { breadth: number; rating: number })[] {
  const { isCalled, rate, most } = options;
  const touching = tests.filter(({ calls }) => calls.some(isCalled));
  // What is called before all tests can make any of them fail.
  const chosen = touching.length > 0 ? touching : outside.some(isCalled) ? tests : [];
  if (chosen.length === 0) return [];
  const narrow = chosen.toSorted((a, b) => a.calls.length - b.calls.length);
  const rated = narrow.map((test) => ({ ...test, rating: rate(`${file} ${test.name}`) }));
  const named = rated.toSorted((a, b) => b.rating - a.rating);
  const taken = takeInTurn(rated, named).slice(0, most);
  return [
    {
      file,
      names: taken.map(({ name }) => name),
      expectedMs: taken.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
      breadth: narrow[0]?.calls.length ?? 0,
      rating: named[0]?.rating ?? 0,
      digest,
    },
  ];
}
