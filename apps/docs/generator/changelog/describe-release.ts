import type { JudgedChange } from '@parley/spec/releases';
import { code } from '../markdown.js';
import { describeChanges, everywhere, type Sentence, type Subject } from './describe-changes.js';
import type { Notes } from './read-notes.js';
import type { Release } from './read-releases.js';

export interface ReleaseOptions {
  readonly notes: Notes | undefined;
  /** The current operations and events by id, to which sentences link. */
  readonly subjects: ReadonlyMap<string, Subject>;
}

export interface ResourceChanges {
  readonly resource: string;
  readonly sentences: readonly string[];
}

export const actionRequired = 'Action required';

/** Describes a release by resource, in a sentence for each change. What a partner has to do comes first. */
export function describeRelease(release: Release, { notes, subjects }: ReleaseOptions): ResourceChanges[] {
  const written = [...(notes ?? [])].flatMap(([resource, texts]) =>
    texts.map((text) => ({ resource, text })),
  );
  const breaks = release.changes.filter(({ severity }) => severity === 'breaking');
  const listed = release.changes.filter((change) => change.severity !== 'breaking' && isForReaders(change));
  const sentences: Sentence[] = [
    ...written,
    ...describeBreaks(breaks, subjects),
    ...describeAdded(release, subjects),
    ...describeChanges(listed, subjects),
  ];
  const order = [actionRequired, everywhere, ...listResources(sentences)];
  return [...new Set(order)]
    .map((resource) => ({
      resource,
      sentences: sentences.filter((one) => one.resource === resource).map(({ text }) => endSentence(text)),
    }))
    .filter((one) => one.sentences.length > 0);
}

/** Breaking changes that were accepted for the same reason are listed together; of several, the reason comes first. */
function describeBreaks(changes: readonly JudgedChange[], subjects: ReleaseOptions['subjects']): Sentence[] {
  const reasons = [...new Set(changes.map(({ acceptedFor }) => acceptedFor ?? ''))];
  return reasons.map((reason) => {
    const own = changes.filter(({ acceptedFor }) => (acceptedFor ?? '') === reason);
    const texts = describeChanges(own, subjects).map(({ text }) => text);
    const listed = endSentence(texts.join('; '));
    const text = texts.length > 1 ? `${reason} In detail: ${listed}` : `${listed} ${reason}`;
    return { resource: actionRequired, text: text.trim() };
  });
}

function describeAdded({ added, version }: Release, subjects: ReleaseOptions['subjects']): Sentence[] {
  return added.map(({ operationId, tag, summary, location }) => {
    const link = subjects.get(operationId)?.link;
    const title = summary === '' ? code(operationId) : summary;
    const [method = '', path = ''] = location.split(' ');
    return {
      resource: tag,
      text: `New: ${link ? `[${title}](${link})` : title}, ${code(`${method} /${version}${path}`)}`,
    };
  });
}

/** New operations are listed apart. Components, tags and wordings are no changes of what a caller can do. */
function isForReaders({ rule, location }: JudgedChange): boolean {
  if (rule === 'operation-added' || location.startsWith('document >') || location.startsWith('schema >'))
    return false;
  return !/> (description|summary|title)$|\bexamples?$|\bx-[\w-]+$/.test(location);
}

function listResources(sentences: readonly Sentence[]): string[] {
  return [...new Set(sentences.map(({ resource }) => resource))].toSorted();
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
