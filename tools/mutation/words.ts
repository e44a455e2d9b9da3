import type { FileCoverage } from './coverage.js';
import type { Mutant } from './mutant.js';

/** Words of code that say nothing about its subject. */
const common = new Set([
  'await',
  'const',
  'else',
  'false',
  'from',
  'null',
  'return',
  'select',
  'true',
  'undefined',
  'where',
]);

/** Splits names such as `checkResponse` and `open_until` into words, without the plural. */
export function wordsOf(text: string): Set<string> {
  const words =
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{4,}/g) ?? [];
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.replace(/s$/, '')));
}

/**
 * Returns a function that rates how much the name of a test has in common with the changed code and with its function. A rare word is worth more.
 * A function that every request calls has hundreds of tests, and only one of them may be about the changed line.
 */
export function createRating(mutant: Mutant, files: readonly FileCoverage[]): (text: string) => number {
  const wanted = wordsOf(`${mutant.from} ${mutant.at}`);
  const known = files.map(wordsOfFile);
  const worth = new Map(
    [...wanted].map((word) => {
      const count = known.filter((words) => words.has(word)).length;
      return [word, Math.log((known.length + 1) / (count + 1))];
    }),
  );
  return (text) => [...wordsOf(text)].reduce((sum, word) => sum + (worth.get(word) ?? 0), 0);
}

/** Every mutant asks for the words of all files. */
const knownWords = new WeakMap<FileCoverage, Set<string>>();

function wordsOfFile(coverage: FileCoverage): Set<string> {
  const { file, tests } = coverage;
  const words = knownWords.get(coverage) ?? wordsOf([file, ...tests.map(({ name }) => name)].join(' '));
  knownWords.set(coverage, words);
  return words;
}
