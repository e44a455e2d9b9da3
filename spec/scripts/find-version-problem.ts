import type { JudgedComparison } from './change.js';

/**
 * Finds why `info.version` does not match the changes; undefined if it does. Breaking changes that are not accepted do
 * not count.
 */
export function findVersionProblem(comparison: JudgedComparison): string | undefined {
  const { version, released, current } = comparison;
  const file = `spec/${version}/openapi.yaml`;
  const now = parseVersion(current);
  if (!now || `v${now[0]}` !== version) {
    return `${file}: \`info.version\` is ${current}. It must be ${version.slice(1)}.<minor>.<patch>, since the path contains the major version.`;
  }
  const before = released === null ? undefined : parseVersion(released);
  const needed = before && findNeededVersion(before, comparison);
  if (!needed || isAtLeast(now, needed.version)) return undefined;
  return `${file}: \`info.version\` is ${current}, and the last release was ${released}. Raise it to ${needed.version.join('.')} or more: ${needed.reason}.`;
}

type Numbers = readonly [major: number, minor: number, patch: number];

function parseVersion(text: string): Numbers | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function findNeededVersion(
  [major, minor, patch]: Numbers,
  { changes }: JudgedComparison,
): { version: Numbers; reason: string } | undefined {
  const nextMinor: Numbers = [major, minor + 1, 0];
  if (changes.some(({ acceptedFor }) => acceptedFor !== undefined))
    return { version: nextMinor, reason: 'a breaking change was accepted' };
  if (changes.some(({ severity }) => severity === 'addition'))
    return { version: nextMinor, reason: 'there are additions' };
  return changes.some(({ severity }) => severity === 'other')
    ? { version: [major, minor, patch + 1], reason: 'the document has changed' }
    : undefined;
}

function isAtLeast(version: Numbers, least: Numbers): boolean {
  const difference = version.map((number, index) => number - (least[index] ?? 0)).find((step) => step !== 0);
  return (difference ?? 0) >= 0;
}
