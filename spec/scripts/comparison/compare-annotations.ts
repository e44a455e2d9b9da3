import { compareDiscriminator, compareInnerDiscriminators } from './compare-discriminator.js';
import type { Direction, Finding } from './finding.js';
import { show } from './finding.js';
import { expandChoices, readAlternatives } from './read-alternatives.js';
import { isSame } from './read-core.js';
import { findKeyword, type Part } from './read-parts.js';

/** Compares the keywords that describe a value as a whole, in whichever branch it is. */
export function compareAnnotations(
  before: readonly Part[],
  after: readonly Part[],
  direction: Direction,
): Finding[] {
  const source = before[0]?.pointer ?? '#';
  return [
    ...(direction === 'request' ? compareDefault(before, after, source) : []),
    ...compareAccess(before, after, { direction, source }),
    ...compareDiscriminator(before, after, source),
    ...compareInnerDiscriminators(before, after, source),
    ...compareInBranches(before, after, { direction, source }),
  ];
}

/** The validator writes the default into a request, so the same request has another meaning. */
function compareDefault(before: readonly Part[], after: readonly Part[], source: string): Finding[] {
  const [was = [], is = []] = [before, after].map(readDefaults);
  if (isSame(was, is)) return compareBranchDefaults(before, after, source);
  const sentence =
    was.length === 0
      ? `The default ${list(is)} was added: a request without the field now sets it.`
      : is.length === 0
        ? `The default ${list(was)} was removed.`
        : `The default changed from ${list(was)} to ${list(is)}.`;
  return [{ rule: 'request-default-changed', severity: 'breaking', sentence, path: ' > default', source }];
}

/** The same default in another branch: another kind of value is filled in. */
function compareBranchDefaults(before: readonly Part[], after: readonly Part[], source: string): Finding[] {
  const [was, is] = [before, after].map((parts) => readInBranches(parts, 'default'));
  const moved = [...(was ?? [])].filter(([label, values]) => !isSame(values, is?.get(label) ?? values));
  return moved.map(([label, values]) => ({
    rule: 'request-default-changed',
    severity: 'breaking',
    sentence: `The default of the choice \`${label}\` changed from ${list(values)} to ${list(is?.get(label) ?? [])}.`,
    path: ' > default',
    source,
  }));
}

/** The values that the choices have for a keyword, by their labels. */
function readInBranches(parts: readonly Part[], keyword: string): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { label, parts: own } of readAlternatives(parts).list) {
    const value = findKeyword(own, keyword);
    found.set(label, [...(found.get(label) ?? []), ...(value === undefined ? [] : [value])]);
  }
  return found;
}

/** A choice of a value that is only read or written. */
function compareInBranches(
  before: readonly Part[],
  after: readonly Part[],
  { direction, source }: { readonly direction: Direction; readonly source: string },
): Finding[] {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  if ([before, after].some((parts) => findKeyword(parts, keyword) !== undefined)) return [];
  const [was, is] = [before, after].map((parts) => readInBranches(parts, keyword));
  const changed = [...(was ?? [])].filter(([label, values]) => !isSame(values, is?.get(label) ?? values));
  return changed.map(([label]) => ({
    rule: 'choice-keyword-changed',
    // A value that was only read or written, and now is both, breaks nobody.
    severity: is?.get(label)?.includes(true) ? 'breaking' : 'addition',
    sentence: `\`${keyword}\` of the choice \`${label}\` changed.`,
    path: `(${label}) > ${keyword}`,
    source,
  }));
}

function list(values: readonly unknown[]): string {
  return values.length === 0 ? 'nothing' : values.map(show).join(' and ');
}

/** The defaults of a value, and of the branches that it may have. */
function readDefaults(parts: readonly Part[]): unknown[] {
  const branches = expandChoices({ parts, name: undefined, choices: [] });
  const defaults = branches
    .map((branch) => findKeyword(branch.parts, 'default'))
    .filter((one) => one !== undefined);
  return defaults.filter((one, index) => defaults.findIndex((other) => isSame(one, other)) === index);
}

function compareAccess(
  before: readonly Part[],
  after: readonly Part[],
  { direction, source }: { readonly direction: Direction; readonly source: string },
): Finding[] {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  const [was, is] = [before, after].map((parts) => parts.some(({ value }) => value[keyword] === true));
  if (was === is) return [];
  const subject = direction === 'request' ? 'accepted in a request' : 'returned in a response';
  return [
    {
      rule: `${direction}-access-changed`,
      severity: is ? 'breaking' : 'addition',
      sentence: `The value is ${is ? 'no longer' : 'now'} ${subject} (\`${keyword}\`).`,
      path: ` > ${keyword}`,
      source,
    },
  ];
}
