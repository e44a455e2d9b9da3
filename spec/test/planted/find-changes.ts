import type { Change } from '../../scripts/change.js';
import { compareDocuments } from '../../scripts/compare-documents.js';
import { type EditableDocument, readBundle } from '../compare-edited.js';
import type { PlantedChange } from './planted-change.js';

/** The document before and after a planted change. */
export function plantInto({ version, prepare, edit }: PlantedChange): [EditableDocument, EditableDocument] {
  const [base, head] = [readBundle(version), readBundle(version)];
  for (const document of [base, head]) prepare?.(document);
  edit(head);
  return [base, head];
}

export function findChanges(change: PlantedChange): Change[] {
  return compareDocuments(...plantInto(change));
}
