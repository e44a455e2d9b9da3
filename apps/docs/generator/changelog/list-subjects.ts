import { type ContractVersion, listEntries, listEvents } from '../list-entries.js';
import type { Subject } from './describe-changes.js';

/** Returns the operations and events of a version by id. */
export function listSubjects(version: ContractVersion): ReadonlyMap<string, Subject> {
  const operations = listEntries(version).map(({ operationId, tag, summary, link }) => ({
    id: operationId,
    tag,
    title: summary,
    link,
  }));
  const events = listEvents(version).map(({ name, tag, link }) => ({ id: name, tag, title: name, link }));
  return new Map([...operations, ...events].map((subject) => [subject.id, subject]));
}
