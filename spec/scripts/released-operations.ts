import type { Change } from './change.js';
import { ContractError } from './contract-error.js';
import { describeLocation } from './describe-location.js';
import { type ContractDocument, listOperationNodes } from './read-document.js';

/** An operation as the changelog shows it, also when a later document no longer contains it. */
export interface ReleasedOperation {
  /** Such as `GET /chats/{chatId}`. */
  readonly location: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
}

/** The operations that a release adds and removes. */
export interface ChangedOperations {
  readonly added: readonly ReleasedOperation[];
  /** The locations of the removed operations. */
  readonly removed: readonly string[];
}

/** Returns the operations that the changes of a document add and remove. */
export function listChangedOperations(
  document: ContractDocument,
  changes: readonly Change[],
): ChangedOperations {
  const findAll = (rule: string): string[] =>
    changes.filter((change) => change.rule === rule).map(({ location }) => location);
  const added = findAll('operation-added');
  return {
    added: listReleasedOperations(document).filter(({ location }) => added.includes(location)),
    removed: findAll('operation-removed'),
  };
}

function listReleasedOperations(document: ContractDocument): ReleasedOperation[] {
  return listOperationNodes(document, 'paths').map(({ value, pointer }) => ({
    location: describeLocation(pointer),
    operationId: String(value.operationId),
    tag: Array.isArray(value.tags) ? String(value.tags[0]) : '',
    summary: String(value.summary ?? ''),
  }));
}

/**
 * Follows the releases of one version from the first to the last, and refuses a history that adds an operation twice,
 * removes one that did not exist, changes nothing in a release, or does not end with the operations of the document.
 */
export function checkHistory(
  releases: ReadonlyArray<
    { readonly current: string; readonly changes: readonly Change[] } & ChangedOperations
  >,
  document: ContractDocument,
): void {
  const known = new Set<string>();
  for (const { current, changes, added, removed } of releases.toReversed()) {
    if (changes.length + added.length + removed.length === 0)
      throw new ContractError(`Release ${current} changes nothing.`);
    for (const location of removed)
      if (!known.delete(shapeOf(location)))
        throw new ContractError(`${current} removes ${location}, ${unknown}`);
    for (const { location } of added) {
      if (known.has(shapeOf(location))) throw new ContractError(`${current} adds ${location} a second time.`);
      known.add(shapeOf(location));
    }
  }
  const operations = listReleasedOperations(document).map(({ location }) => location);
  const lost = operations.filter((location) => !known.delete(shapeOf(location)));
  if (lost.length > 0) throw new ContractError(`No release adds ${lost.join(', ')}.`);
  if (known.size > 0) throw new ContractError(`No release removes ${[...known].join(', ')}.`);
}

const unknown = 'which no earlier release has added.';

/** The names of path parameters do not count: an operation with a renamed one is the same operation. */
function shapeOf(location: string): string {
  return location.replaceAll(/\{[^}]*\}/g, '{}');
}
