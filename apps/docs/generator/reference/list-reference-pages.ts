import { type ContractVersion, listEntries, listEvents } from '../list-entries.js';
import { renderEvent } from './render-event.js';
import { renderOperation } from './render-operation.js';

export interface ReferencePage {
  /** The path on the site: `/reference/v3/sendMessage`. */
  readonly link: string;
  readonly title: string;
  readonly tag: string;
  readonly text: string;
}

/** Returns a page for each operation and each event, in the order of their tags. */
export function listReferencePages(version: ContractVersion): ReferencePage[] {
  const operations = listEntries(version).map((entry) => ({
    link: entry.link,
    title: entry.summary,
    tag: entry.tag,
    text: renderOperation(version, entry),
  }));
  const events = listEvents(version).map((event) => ({
    link: event.link,
    title: event.summary,
    tag: event.tag,
    text: renderEvent(version, event),
  }));
  const pages = [...operations, ...events];
  return version.document.tags.flatMap(({ name }) => pages.filter(({ tag }) => tag === name));
}
