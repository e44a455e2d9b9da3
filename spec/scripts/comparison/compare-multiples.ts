import { type Direction, type Finding, quote } from './finding.js';
import { isSame } from './read-core.js';
import { readNumbers } from './read-numbers.js';
import type { Part } from './read-parts.js';

/** Compares `multipleOf`. Every multiple of 10 is also a multiple of 5. */
export function compareMultiples(
  before: readonly Part[],
  after: readonly Part[],
  { direction, source }: { readonly direction: Direction; readonly source: string },
): Finding[] {
  const [was, is] = [readNumbers(before, 'multipleOf'), readNumbers(after, 'multipleOf')];
  if (isSame(was.toSorted(), is.toSorted())) return [];
  const isBreak = direction === 'request' ? !implies(was, is) : !implies(is, was);
  const severity = isBreak ? 'breaking' : direction === 'request' ? 'addition' : 'other';
  const sentence = `\`multipleOf\` changed from ${quote(was) || 'nothing'} to ${quote(is) || 'nothing'}.`;
  return [{ rule: 'schema-constraint-changed', severity, sentence, path: ' > multipleOf', source }];
}

/** Whether a number that is a multiple of all of some numbers is a multiple of each of the others, too. */
function implies(some: readonly number[], others: readonly number[]): boolean {
  return others.every((other) => some.some((one) => isWhole(one / other)));
}

/** In binary, 0.3 / 0.1 is not exactly 3. A quotient near 0 is that of a number far below the other one. */
function isWhole(quotient: number): boolean {
  return Math.round(quotient) >= 1 && Math.abs(quotient - Math.round(quotient)) < 1e-9;
}
