import { count, type JudgedChange } from '@parley/spec/releases';
import type { OperationEntry, VersionName } from '../list-entries.js';
import { code, operationLink } from '../markdown.js';
import { formatDay } from '../tables/lifetime.js';
import type { Release } from './read-releases.js';

export interface ChangelogOptions {
  readonly version: VersionName;
  readonly releases: readonly Release[];
  /** The current operations, to which the changes refer. */
  readonly entries: readonly OperationEntry[];
  readonly released: { readonly version: string; readonly operations: readonly string[] };
}

/** Renders the releases of one version of the API, from the comparisons that check its compatibility. */
export function renderChangelog({ version, releases, entries, released }: ChangelogOptions): string {
  const parts = releases.map((release) => renderRelease(release, entries));
  return [...parts, ...renderFirst(version, releases.at(-1), released)].join('\n');
}

/** Renders the first release of all. Returns nothing if the oldest comparison has no predecessor. */
function renderFirst(
  version: VersionName,
  oldest: Release | undefined,
  released: ChangelogOptions['released'],
): string[] {
  const first = oldest ? oldest.released : released.version;
  if (first === null) return [];
  const size = first === released.version ? `, with ${count(released.operations.length, 'operation')}` : '';
  return [`## ${version}: ${first}\n\nThe first release${size}.\n`];
}

function renderRelease(release: Release, entries: readonly OperationEntry[]): string {
  const { version, current, released, releasedOn, changes } = release;
  const state = releasedOn === null ? 'Not released yet' : `Released on ${formatDay(releasedOn)}`;
  const added = entries.filter((entry) => changes.some((change) => isAdditionOf(change, entry)));
  const listed = changes.filter(
    (change) => !isListedElsewhere(change) && !isWording(change) && !isSuccessor(change),
  );
  const sections = [
    renderBreaks(changes.filter(({ severity }) => severity === 'breaking')),
    renderAdded(added),
    renderChanges(
      'Additions to existing parts',
      listed.filter(({ severity }) => severity === 'addition'),
    ),
    renderChanges(
      'Also changed',
      listed.filter(({ severity }) => severity === 'other'),
    ),
    renderWordings(changes.filter(isWording).length),
    changes.some(isSuccessor) ? 'The document states what replaces each of its parts in v3.' : '',
  ];
  const head = `## ${version}: ${current}\n\n${state}; compared with ${released ?? 'nothing'}.`;
  return `${[head, ...sections.filter((section) => section !== '')].join('\n\n')}\n`;
}

function renderBreaks(changes: readonly JudgedChange[]): string {
  const lines = changes.map(
    ({ location, sentence, acceptedFor }) => `- ${code(location)}: ${sentence} ${acceptedFor ?? ''}`,
  );
  return lines.length === 0 ? '' : `### Action required\n\n${lines.join('\n')}`;
}

/** Lists the new operations by tag, with their summaries. */
function renderAdded(entries: readonly OperationEntry[]): string {
  if (entries.length === 0) return '';
  const tags = [...new Set(entries.map(({ tag }) => tag))];
  const lines = tags.map((tag) => {
    const links = entries.filter((entry) => entry.tag === tag).map(operationLink);
    return `- **${tag}**: ${links.join(', ')}`;
  });
  return `### ${count(entries.length, 'new operation')}\n\n${lines.join('\n')}`;
}

function renderChanges(title: string, changes: readonly JudgedChange[]): string {
  const lines = changes.map(({ location, sentence }) => `- ${code(location)}: ${sentence}`);
  return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('\n')}`;
}

function isAdditionOf({ rule, location }: JudgedChange, { method, path }: OperationEntry): boolean {
  return rule === 'operation-added' && location === `${method.toUpperCase()} ${path}`;
}

/**
 * New operations have their own list. Components and tags only structure the document, so their changes are left out.
 */
function isListedElsewhere({ rule, location }: JudgedChange): boolean {
  return rule === 'operation-added' || location.startsWith('document >');
}

function isWording({ location }: JudgedChange): boolean {
  return /> (description|summary|title)$|\bexamples?$/.test(location);
}

function isSuccessor({ location }: JudgedChange): boolean {
  return /\bx-successor$/.test(location);
}

function renderWordings(places: number): string {
  return places === 0 ? '' : `Descriptions or examples changed in ${count(places, 'place')}.`;
}
