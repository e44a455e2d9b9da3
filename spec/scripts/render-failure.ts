import { type AcceptedChange, renderAcceptance } from './accepted-changes.js';
import { changeKey } from './change.js';
import { perhapsMeans } from './consumers/describe-affected.js';
import { count } from './count.js';
import { type Judgement, listBreaks } from './judge-comparisons.js';

/** Renders the failures and what to do about them, for the terminal. */
export function renderFailure({ comparisons, stale, problems }: Judgement): string {
  const found = comparisons.flatMap((comparison) =>
    listBreaks(comparison).map((change) => ({ version: comparison.version, change })),
  );
  // A break of this branch is usually a break since the release, too.
  const breaks = [
    ...new Map(
      found.map((one) => [`${one.version} ${changeKey(one.change)} ${one.change.sentence}`, one]),
    ).values(),
  ];
  const lines = breaks.map(
    ({ version, change }) =>
      `${version}  ${changeKey(change)}\n    ${change.sentence}${change.affected ? `\n    ${change.affected.sentence}` : ''}`,
  );
  const entries = breaks.map(({ version, change }) => renderAcceptance(version, change));
  return [
    ...(breaks.length > 0 ? [`${count(breaks.length, 'breaking change')} to the contract:`, ...lines] : []),
    ...(breaks.some(({ change }) => change.affected?.isPerhaps) ? [perhapsMeans] : []),
    ...(breaks.length > 0
      ? [
          'Undo unintended changes. Accept intended ones in spec/accepted-changes.yaml, with the reason:',
          entries.join('\n'),
        ]
      : []),
    ...problems,
    ...(stale.length > 0 ? [renderStale(stale)] : []),
  ].join('\n\n');
}

export function renderStale(stale: readonly AcceptedChange[]): string {
  const entries = stale.map(({ version, change, what }) => `- ${version}  ${change}: ${what}`);
  return [
    'Accepted changes that match nothing; remove them from spec/accepted-changes.yaml:',
    entries.join('\n'),
  ].join('\n\n');
}
