import { objectOf } from '../../rules/read-json.js';
import type { ContractDocument } from '../read-document.js';

/** Tells whether a value is the same in both documents, with everything that it refers to. */
export type IsUnchanged = (before: unknown, after: unknown) => boolean;

/** Most of a document is unchanged, and is not compared further. */
export function createUnchanged(base: ContractDocument, head: ContractDocument): IsUnchanged {
  const changed = findChangedComponents(base, head);
  return (before, after) => {
    const text = JSON.stringify(before);
    return (
      text === JSON.stringify(after) && !listReferences(text).some((reference) => changed.has(reference))
    );
  };
}

/** The references to the components whose text changed, and to the components that refer to one of them. */
function findChangedComponents(base: ContractDocument, head: ContractDocument): Set<string> {
  const [before, after] = [base, head].map(readComponents);
  const texts = before ?? new Map<string, string>();
  const changed = new Set(
    [...texts].filter(([reference, text]) => after?.get(reference) !== text).map(([key]) => key),
  );
  const users = new Map([...texts].map(([reference, text]) => [reference, listReferences(text)]));
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const [reference, used] of users) if (used.some((one) => changed.has(one))) changed.add(reference);
  }
  return changed;
}

function readComponents(document: ContractDocument): Map<string, string> {
  const kinds = Object.entries(objectOf(document.components));
  return new Map(
    kinds.flatMap(([kind, components]) =>
      Object.entries(objectOf(components)).map(([name, component]): [string, string] => [
        `#/components/${kind}/${name}`,
        JSON.stringify(component),
      ]),
    ),
  );
}

/** The components that a text refers to. A reference to a part of a component counts as one to the component. */
function listReferences(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) =>
    reference.split('/').slice(0, 4).join('/'),
  );
}
