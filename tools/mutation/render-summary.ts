import type { Judgement, Verdict } from './judge.js';
import type { Mutant } from './mutant.js';

export interface Result extends Judgement {
  readonly mutant: Mutant;
  readonly seconds: number;
}

const verdicts: readonly Verdict[] = ['killed', 'timed out', 'survived', 'no test', 'unclear'];

const isSurvivor = ({ verdict }: Result) => verdict === 'survived' || verdict === 'no test';
const isUnclear = ({ verdict }: Result) => verdict === 'unclear';

/** Whether each verdict is clear, and no more mutants survived than are allowed. */
export function isAcceptable(results: readonly Result[], allowed: number): boolean {
  return results.filter(isSurvivor).length <= allowed && !results.some(isUnclear);
}

/** Renders the counts of a run by folder and by kind, and every mutant that survived or is unclear with its change. */
export function renderSummary(results: readonly Result[]): string {
  const survivors = results.filter(isSurvivor);
  const count = Math.max(results.length, 1);
  const share = (100 * survivors.length) / count;
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    ...[...survivors, ...results.filter(isUnclear)].map(renderMutant),
    ...[['', ...verdicts], ...countBy(workspaceOf, results), ...countBy(kindOf, results)].map((row) =>
      row.map((cell, index) => (index === 0 ? cell.padEnd(24) : cell.padStart(10))).join(''),
    ),
    `${results.filter(isNoticedInText).length} were noticed by a test that reads the texts of statements and calls nothing.`,
    `${survivors.length} of ${results.length} mutants survived (${share.toFixed(1)} %), ${(total / count).toFixed(1)} s for each.`,
  ].join('\n');
}

function countBy(groupOf: (result: Result) => string, results: readonly Result[]): string[][] {
  return [...new Set(results.map(groupOf))].sort().map((group) => {
    const own = results.filter((result) => groupOf(result) === group);
    return [group, ...verdicts.map((verdict) => String(own.filter((one) => one.verdict === verdict).length))];
  });
}

/** Such a test compares a statement with a rule or a list, so it proves less than one that sees another response. */
function isNoticedInText({ verdict, detail }: Result): boolean {
  return verdict === 'killed' && detail.startsWith('tools/statements/');
}

function kindOf({ mutant }: Result): string {
  return mutant.kind;
}

function workspaceOf({ mutant }: Result): string {
  return mutant.file.split('/').slice(0, 2).join('/');
}

function renderMutant({ mutant, verdict, detail }: Result): string {
  const { file, line, kind, before, after, code } = mutant;
  const [from, to] = shorten(before, after);
  return `${verdict}: ${file}:${line} (${kind}; ${detail}; code ${code})\n  - ${from}\n  + ${to === '' ? 'left out' : to}\n`;
}

/** Shows only the surroundings of the difference, because a statement can have many lines. */
function shorten(before: string, after: string): [string, string] {
  if (before.length < 200) return [oneLine(before), oneLine(after)];
  let first = 0;
  while (first < before.length && before[first] === after[first]) first += 1;
  let last = 0;
  while (
    last < before.length - first &&
    last < after.length - first &&
    before.at(-1 - last) === after.at(-1 - last)
  )
    last += 1;
  const cut = (text: string) =>
    `…${oneLine(text.slice(Math.max(0, first - 50), text.length - Math.max(0, last - 30)))}…`;
  return [cut(before), cut(after)];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
