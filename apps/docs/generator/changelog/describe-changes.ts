import type { JudgedChange } from '@parley/spec/releases';
import { code } from '../markdown.js';

/** An operation or event to which a sentence links. */
export interface Subject {
  readonly id: string;
  readonly tag: string;
  readonly title: string;
  readonly link: string;
}

export interface Sentence {
  /** The resource under which the sentence is listed. */
  readonly resource: string;
  readonly text: string;
}

/** The heading of changes that concern more resources than one can list. */
export const everywhere = 'Everywhere';

/** Describes changes in a sentence each. Changes with the same sentence are one, with all their operations. */
export function describeChanges(
  changes: readonly JudgedChange[],
  subjects: ReadonlyMap<string, Subject>,
): Sentence[] {
  const users = new Map<string, Set<string>>();
  for (const change of changes) {
    const text = describe(change);
    const known = users.get(text) ?? new Set();
    for (const user of change.users ?? []) known.add(user);
    users.set(text, known);
  }
  return [...users].map(([text, ids]) => {
    const found = [...ids].flatMap((id) => subjects.get(id) ?? []);
    const tags = [...new Set(found.map(({ tag }) => tag))];
    const [resource = everywhere] = tags;
    return {
      resource: tags.length > 3 ? everywhere : resource,
      text: tags.length > 3 || found.length === 0 ? text : `${text} (${listLinks(found)})`,
    };
  });
}

function listLinks(subjects: readonly Subject[]): string {
  const links = subjects.slice(0, 2).map(({ title, link }) => `[${title}](${link})`);
  const more = subjects.length - links.length;
  return [...links, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** The sentence of the comparison, with the whole path of a field and the part of the operation that has it. */
function describe({ rule, location, sentence }: JudgedChange): string {
  const parts = location.split(' > ');
  const path = parts.find((part) => part.startsWith('body.'))?.slice('body.'.length);
  const status = parts.find((part) => /^\d{3}$/.test(part));
  const place =
    status === undefined ? (parts[0] === 'webhook' ? 'the event' : 'the request') : `the ${status} response`;
  if (path === undefined && parts[0] === 'schema') return `${code(parts[1] ?? '')}: ${lower(sentence)}`;
  if (path === undefined) return sentence.replace(/\.$/, '');
  if (rule === 'property-added') return `${code(path)} was added to ${place}`;
  return `${code(path)} of ${place}: ${lower(sentence)}`;
}

/** The sentence as the end of another one. */
function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
