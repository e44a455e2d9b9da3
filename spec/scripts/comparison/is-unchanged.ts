import { objectOf } from '../../rules/read-json.js';
import type { ContractDocument } from '../read-document.js';
import { isSame } from './read-core.js';

/** Tells whether a value is the same in both documents, with everything that it refers to. */
export type IsUnchanged = (before: unknown, after: unknown) => boolean;

/** Most of a document is unchanged, and is not compared further. */
export function createUnchanged(base: ContractDocument, head: ContractDocument): IsUnchanged {
  const changed = findChangedComponents(base, head);
  return (before, after) => isSame(before, after) && !refersTo(before, changed);
}

/** The references to the components that changed, and to the components that refer to one of them. */
function findChangedComponents(base: ContractDocument, head: ContractDocument): Set<string> {
  const [before, after] = [readComponents(base), readComponents(head)];
  const changed = new Set(
    [...before].filter(([reference, value]) => !isSame(value, after.get(reference))).map(([key]) => key),
  );
  for (let size = 0; size !== changed.size; ) {
    size = changed.size;
    for (const [reference, value] of before)
      if (!changed.has(reference) && refersTo(value, changed)) changed.add(reference);
  }
  return changed;
}

function readComponents(document: ContractDocument): Map<string, unknown> {
  const kinds = Object.entries(objectOf(document.components));
  return new Map(
    kinds.flatMap(([kind, components]) =>
      Object.entries(objectOf(components)).map(([name, component]): [string, unknown] => [
        `#/components/${kind}/${name}`,
        component,
      ]),
    ),
  );
}

/** Whether a value refers to one of the components. A reference to a part of a component counts as one to the component. */
function refersTo(value: unknown, components: ReadonlySet<string>): boolean {
  if (components.size === 0 || typeof value !== 'object' || value === null) return false;
  const { $ref } = objectOf(value);
  if (typeof $ref === 'string' && components.has(componentOf($ref))) return true;
  return Object.values(value).some((child) => refersTo(child, components));
}

function componentOf(reference: string): string {
  return reference.split('/', 4).join('/');
}
