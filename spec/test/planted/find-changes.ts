import type { Change } from '../../scripts/change.js';
import { compareDocuments } from '../../scripts/compare-documents.js';
import { pickOperations } from '../../scripts/pick-operations.js';
import { type EditableDocument, readBundle, unedited } from '../compare-edited.js';
import type { PlantedChange } from './planted-change.js';

/** The document before and after a planted change. */
export function plantInto(
  { version = 'v3', prepare, edit }: PlantedChange,
  read: () => EditableDocument = () => readBundle(version),
): [EditableDocument, EditableDocument] {
  const head = read();
  prepare?.(head);
  edit(head);
  if (prepare === undefined) return [unedited(version), head];
  const base = read();
  prepare(base);
  return [base, head];
}

export function findChanges(change: PlantedChange): Change[] {
  return compareDocuments(...plantInto(change));
}

/** Finds the same changes in less time: a new operation is planted into a small part of the real document. */
export function findChangesQuickly(change: PlantedChange): Change[] {
  const isNew = change.isOf === 'a new operation';
  return isNew ? compareDocuments(...plantInto(change, readPart)) : findChanges(change);
}

function readPart(): EditableDocument {
  return structuredClone(pickOperations(unedited('v3'), new Set(['getLabel', 'createLabel'])));
}
