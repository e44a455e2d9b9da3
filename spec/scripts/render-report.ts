import type { AcceptedChange } from './accepted-changes.js';
import { changeKey } from './change.js';
import { type JudgedChange, type JudgedComparison, type Judgement, listBreaks } from './judge-comparisons.js';

/** The report that a pull request shows and that `npm run contract` prints. */
export function renderReport({ comparisons, stale, passes }: Judgement): string {
  const parts = [
    '# Changes to the contract',
    passes ? renderPass(comparisons) : '**Breaking changes: this must not be released as it is.**',
    ...comparisons.map(renderComparison),
    ...(stale.length > 0 ? [renderStale(stale)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderPass(comparisons: readonly JudgedComparison[]): string {
  const hasAccepted = comparisons.some(({ changes }) =>
    changes.some(({ acceptedFor }) => acceptedFor !== undefined),
  );
  return hasAccepted ? 'No breaking change but those accepted.' : 'No breaking change.';
}

/** What failed and what to do about it, for the terminal. */
export function renderFailure({ comparisons, stale }: Judgement): string {
  const breaks = comparisons.flatMap((comparison) =>
    listBreaks(comparison).map((change) => ({ version: comparison.version, change })),
  );
  const lines = breaks.map(
    ({ version, change }) => `${version}  ${changeKey(change)}\n    ${change.sentence}`,
  );
  const [first] = breaks;
  return [
    ...(breaks.length > 0 ? [`${count(breaks.length, 'breaking change')} to the contract:`, ...lines] : []),
    ...(first
      ? [
          'Undo the change, or, when it is meant, accept it in spec/accepted-changes.yaml:',
          `- version: ${first.version}\n  change: ${JSON.stringify(changeKey(first.change))}\n  reason: why partners can live with it`,
        ]
      : []),
    ...(stale.length > 0 ? [renderStale(stale)] : []),
  ].join('\n\n');
}

function renderComparison(comparison: JudgedComparison): string {
  const { version, released, current, changes } = comparison;
  const accepted = changes.filter(({ acceptedFor }) => acceptedFor !== undefined);
  const sections = [
    renderSection('Breaking', listBreaks(comparison)),
    renderSection('Breaking, accepted', accepted),
    renderSection(
      'Additions',
      changes.filter(({ severity }) => severity === 'addition'),
    ),
    renderSection(
      'Other changes',
      changes.filter(({ severity }) => severity === 'other'),
    ),
  ];
  return [
    `## ${version}: ${renderVerdict(comparison, accepted.length)}`,
    released === null ? `First release, ${current}.` : `Compared with release ${released}; now ${current}.`,
    ...sections.filter((section) => section !== ''),
  ].join('\n\n');
}

function renderVerdict(comparison: JudgedComparison, accepted: number): string {
  const breaks = listBreaks(comparison).length;
  if (breaks > 0) return count(breaks, 'breaking change');
  if (comparison.changes.length === 0) return 'unchanged';
  return accepted > 0 ? `compatible but for ${count(accepted, 'accepted change')}` : 'compatible';
}

function renderSection(title: string, changes: readonly JudgedChange[]): string {
  if (changes.length === 0) return '';
  const rows = changes.map(({ rule, location, sentence, acceptedFor }) => {
    const text = acceptedFor === undefined ? sentence : `${sentence} Accepted: ${acceptedFor}`;
    return `| \`${location}\` | ${escapeCell(text)} | ${rule} |`;
  });
  return [
    `### ${title} (${changes.length})`,
    ['| Where | What | Rule |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function renderStale(stale: readonly AcceptedChange[]): string {
  const entries = stale.map(({ version, change }) => `- ${version}  ${change}`);
  return [
    'Accepted changes that match nothing; remove them from spec/accepted-changes.yaml:',
    entries.join('\n'),
  ].join('\n\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
