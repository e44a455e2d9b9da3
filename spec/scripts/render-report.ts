import type { JudgedChange, JudgedComparison } from './change.js';
import { perhapsMeans } from './consumers/describe-affected.js';
import { count } from './count.js';
import { type Judgement, listBreaks } from './judge-comparisons.js';
import type { NoMergeBase } from './merge-base.js';
import { renderStale } from './render-failure.js';

/** Renders the report that a pull request shows and that `npm run contract` prints. */
export function renderReport(judgement: Judgement, missing: NoMergeBase = 'no history'): string {
  const { comparisons, stale } = judgement;
  const parts = [
    '# Changes to the contract',
    renderVerdict(judgement),
    ...renderUnknownUse(comparisons),
    ...renderOwn(comparisons, missing),
    ...comparisons.filter(({ since }) => since === undefined).map(renderComparison),
    ...(stale.length > 0 ? [renderStale(stale)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderUnknownUse(comparisons: readonly JudgedComparison[]): string[] {
  const breaks = comparisons
    .flatMap(({ changes }) => changes)
    .filter(({ severity }) => severity === 'breaking');
  const isUnknown = breaks.length > 0 && breaks.every(({ affected }) => affected === undefined);
  return isUnknown
    ? ['Who is affected is unknown: no consumer and no server has reported what is used.']
    : [];
}

/** The changes of this branch come first: a reviewer reads those. */
function renderOwn(comparisons: readonly JudgedComparison[], missing: NoMergeBase): string[] {
  const own = comparisons.filter(({ since }) => since !== undefined);
  const changed = own.filter(({ changes }) => changes.length > 0);
  if (own.length === 0) return [notCompared[missing]];
  return changed.length === 0 ? ['This branch does not change the contract.'] : changed.map(renderComparison);
}

const notCompared: Readonly<Record<NoMergeBase, string>> = {
  'no history': 'There is no Git history, so this report only compares with the last release.',
  'shallow clone': "Not compared with the branch's start: the clone is shallow.",
};

function renderVerdict({ comparisons, stale, problems, passes }: Judgement): string {
  if (passes) return renderPass(comparisons);
  const reasons = [
    ...(comparisons.flatMap(listBreaks).length > 0 ? ['There are breaking changes.'] : []),
    ...problems,
    ...(stale.length > 0 ? ['A change was accepted that does not exist.'] : []),
  ];
  return `**This must not be released in this state.**\n\n${reasons.map((reason) => `- ${reason}`).join('\n')}`;
}

function renderPass(comparisons: readonly JudgedComparison[]): string {
  const hasAccepted = comparisons.some(({ changes }) =>
    changes.some(({ acceptedFor }) => acceptedFor !== undefined),
  );
  return hasAccepted ? 'No breaking changes except accepted ones.' : 'No breaking change.';
}

function renderComparison(comparison: JudgedComparison): string {
  const { version, since, changes } = comparison;
  const accepted = changes.filter(({ acceptedFor }) => acceptedFor !== undefined);
  const sections = [
    renderBreaks('Breaking', listBreaks(comparison)),
    renderBreaks('Breaking, accepted', accepted),
    renderSection(
      'Additions',
      changes.filter(({ severity }) => severity === 'addition'),
    ),
    renderSection(
      'Other changes',
      changes.filter((change) => change.severity === 'other' && !isWording(change)),
    ),
    renderWording(changes.filter(isWording)),
  ];
  return [
    `## ${version}${since === undefined ? '' : ', this branch'}: ${renderSummary(comparison, accepted.length)}`,
    renderBase(comparison),
    ...sections.filter((section) => section !== ''),
  ].join('\n\n');
}

function renderBase({ released, current, since }: JudgedComparison): string {
  if (since !== undefined)
    return released === null ? `Commit ${since} does not have it.` : `Compared with commit ${since}.`;
  return released === null
    ? `First release, ${current}.`
    : `Compared with release ${released}; now ${current}.`;
}

function renderSummary(comparison: JudgedComparison, accepted: number): string {
  const breaks = listBreaks(comparison).length;
  if (breaks > 0) return count(breaks, 'breaking change');
  if (comparison.changes.length === 0) return 'unchanged';
  return accepted > 0 ? `compatible except for ${count(accepted, 'accepted change')}` : 'compatible';
}

/** Breaking changes, with who is affected by each of them. */
function renderBreaks(title: string, changes: readonly JudgedChange[]): string {
  if (changes.length === 0) return '';
  if (changes.every(({ affected }) => affected === undefined)) return renderSection(title, changes);
  const rows = changes.map(
    ({ location, sentence, affected }) =>
      `| \`${location}\` | ${escapeCell(sentence)} | ${escapeCell(affected?.sentence ?? '')} |`,
  );
  const nobody = changes.some(({ affected }) => affected?.isAnybody === false) ? [nobodyKnown] : [];
  const perhaps = changes.some(({ affected }) => affected?.isPerhaps) ? [perhapsMeans] : [];
  return [
    renderSection(title, changes),
    '#### Who is affected',
    ['| Where | What | Who |', '|---|---|---|', ...rows].join('\n'),
    ...perhaps,
    ...nobody,
  ].join('\n\n');
}

const nobodyKnown = 'A break needs its acceptance even if nobody is known to be affected.';

function renderSection(title: string, changes: readonly JudgedChange[]): string {
  if (changes.length === 0) return '';
  const rows = changes.map(({ rule, location, sentence, acceptedFor, places = [] }) => {
    const text = acceptedFor === undefined ? sentence : `${sentence} Accepted: ${acceptedFor}`;
    const others = places.length > 1 ? ` and ${count(places.length - 1, 'other place')}` : '';
    return `| \`${location}\`${others} | ${escapeCell(text)} | ${rule} |`;
  });
  return [
    `### ${title} (${changes.length})`,
    ['| Where | What | Rule |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

/**
 * Whether only a text for people has changed. An edit can change hundreds of texts, and none affects what a client
 * sends or receives.
 */
function isWording({ severity, location }: JudgedChange): boolean {
  return severity === 'other' && /(> |\/)(description|summary|title)$|\bexamples?$/.test(location);
}

function renderWording(changes: readonly JudgedChange[]): string {
  return changes.length === 0
    ? ''
    : `### Wording (${changes.length})\n\nOnly descriptions, summaries and examples changed.`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
