import type { Coverage, FileCoverage } from './coverage.js';
import type { Mutant } from './mutant.js';
import type { Selection } from './protocol.js';

export interface Selected extends Selection {
  readonly expectedMs: number;
}

export interface SelectionBounds {
  readonly files: number;
  readonly testsPerFile: number;
}

/**
 * Selects the tests that call the function of a mutant: those that call few other functions first, because they are the tests of
 * this function. For code outside of functions, these are the tests that call any function of its file.
 */
export function selectTests({ files }: Coverage, mutant: Mutant, bounds: SelectionBounds): Selected[] {
  const id = `${mutant.file}:${mutant.within}`;
  const isCalled = (call: string) =>
    mutant.within === undefined ? call.startsWith(`${mutant.file}:`) : call === id;
  return files
    .flatMap((file) => selectOfFile(file, { isCalled, most: bounds.testsPerFile }))
    .sort((a, b) => a.breadth - b.breadth || a.expectedMs - b.expectedMs)
    .slice(0, bounds.files);
}

function selectOfFile(
  { file, tests, outside }: FileCoverage,
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
    },
  ];
}
