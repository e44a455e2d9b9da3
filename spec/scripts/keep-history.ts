import type { JudgedComparison } from './change.js';
import type { ContractDocument } from './read-document.js';
import { readReleasedFile } from './released.js';
import { type ChangedOperations, checkHistory, listChangedOperations } from './released-operations.js';
import type { Version } from './versions.js';

/** The changes of one release of one version. */
export interface ReleasedChanges extends JudgedComparison, ChangedOperations {
  /** The date, such as `2026-12-01`. */
  readonly releasedOn: string;
}

/**
 * Returns the history with the changes of this release, newest first. The changelog is generated from it, so it has what
 * later documents may no longer contain. A version that has not changed has no release.
 */
export async function extendHistory(
  judged: readonly JudgedComparison[],
  documents: ReadonlyMap<Version, ContractDocument>,
  releasedOn: string,
): Promise<ReleasedChanges[]> {
  const added = judged.flatMap((one): ReleasedChanges[] => {
    const document = documents.get(one.version);
    if (!document || one.changes.length === 0) return [];
    return [{ ...one, releasedOn, ...listChangedOperations(document, one.changes) }];
  });
  const history = [...added, ...(await readHistory())];
  checkHistories(history, documents);
  return history;
}

/** Refuses a history that does not lead to the documents. */
export function checkHistories(
  history: readonly ReleasedChanges[],
  documents: ReadonlyMap<Version, ContractDocument>,
): void {
  for (const [version, document] of documents)
    checkHistory(
      history.filter((release) => release.version === version),
      document,
    );
}

export async function readHistory(): Promise<ReleasedChanges[]> {
  const text = await readReleasedFile('history.json');
  return text === null ? [] : JSON.parse(text);
}
