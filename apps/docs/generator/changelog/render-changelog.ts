import { count, type JudgedChange, type ReleasedOperation } from '@parley/spec/releases';
import type { OperationEntry } from '../list-entries.js';
import { code, operationLink } from '../markdown.js';
import { formatDay } from '../tables/lifetime.js';
import type { Release } from './read-releases.js';

export interface ChangelogOptions {
  readonly releases: readonly Release[];
  /** The current operations, to which the changelog links. */
  readonly entries: readonly OperationEntry[];
}

/** Renders the releases of one version of the API, from the comparisons that check its compatibility. */
export function renderChangelog({ releases, entries }: ChangelogOptions): string {
  return releases
    .map((release) => (release.released === null ? renderFirst(release) : renderRelease(release, entries)))
    .join('\n');
}

function renderFirst({ version, current, releasedOn, added }: Release): string {
  const day = releasedOn === null ? 'not released yet' : `on ${formatDay(releasedOn)}`;
  return `## ${version}: ${current}\n\nThe first release, ${day}, with ${count(added.length, 'operation')}.\n`;
}

function renderRelease(release: Release, entries: readonly OperationEntry[]): string {
  const { version, current, released, releasedOn, changes, added } = release;
  const state = releasedOn === null ? 'Not released yet' : `Released on ${formatDay(releasedOn)}`;
  const listed = changes.filter(
    (change) => !isListedElsewhere(change) && !isWording(change) && !isSuccessor(change),
  );
  const sections = [
    renderBreaks(changes.filter(({ severity }) => severity === 'breaking')),
    renderAdded(added, entries),
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
  const head = `## ${version}: ${current}\n\n${state}; compared with ${released}.`;
  return `${[head, ...sections.filter((section) => section !== '')].join('\n\n')}\n`;
}

function renderBreaks(changes: readonly JudgedChange[]): string {
  const lines = changes.map(
    ({ location, sentence, acceptedFor }) => `- ${code(location)}: ${sentence} ${acceptedFor ?? ''}`,
  );
  return lines.length === 0 ? '' : `### Action required\n\n${lines.join('\n')}`;
}

/** Lists the new operations by tag. Those that the current document still contains have a link. */
function renderAdded(added: readonly ReleasedOperation[], entries: readonly OperationEntry[]): string {
  if (added.length === 0) return '';
  const linkOf = ({ operationId }: ReleasedOperation): string => {
    const entry = entries.find((one) => one.operationId === operationId);
    return entry ? operationLink(entry) : code(operationId);
  };
  const tags = [...new Set(added.map(({ tag }) => tag))];
  const lines = tags.map((tag) => {
    const links = added.filter((operation) => operation.tag === tag).map(linkOf);
    return `- **${tag}**: ${links.join(', ')}`;
  });
  return `### ${count(added.length, 'new operation')}\n\n${lines.join('\n')}`;
}

function renderChanges(title: string, changes: readonly JudgedChange[]): string {
  const lines = changes.map(({ location, sentence }) => `- ${code(location)}: ${sentence}`);
  return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('\n')}`;
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
