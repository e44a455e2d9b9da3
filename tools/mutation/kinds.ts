import type { MutantKind } from './mutant.js';

/**
 * The mutants that a run chooses from by default: what a statement selects and writes, and what a presenter shows.
 * The list names kinds of changes and never places, so that a new statement or presenter is part of it without an entry.
 */
export const statementAndPresenterKinds: readonly MutantKind[] = [
  'sql-condition',
  'sql-comparison',
  'sql-assignment',
  'drop-where',
  'ignore-field',
  'sibling-field',
  'omit-field',
  'null-field',
  'negate-flag',
];

const otherKinds: readonly MutantKind[] = [
  'negate-condition',
  'change-boundary',
  'swap-operator',
  'flip-literal',
  'remove-call',
  'sql-operator',
];

export const allKinds: readonly MutantKind[] = [...statementAndPresenterKinds, ...otherKinds];

/** Reads `default`, `all` or names of kinds. */
export function readKinds(words: readonly string[]): readonly MutantKind[] {
  return [...new Set(words.flatMap(readWord))];
}

function readWord(word: string): readonly MutantKind[] {
  if (word === 'default') return statementAndPresenterKinds;
  if (word === 'all') return allKinds;
  const kind = allKinds.find((known) => known === word);
  if (kind) return [kind];
  throw new Error(`--kinds must be default, all or one of ${allKinds.join(', ')}, not ${word}.`);
}
