import { listOf, objectOf } from '../../rules/read-json.js';
import type { Change, Site } from '../change.js';
import type { ContractDocument } from '../read-document.js';
import { isSameWithoutTexts } from './compare-unjudged.js';
import type { Located } from './located.js';
import { readPointer } from './read-parts.js';

/** One change for each declaration. The report names the first location, and lists the others with it. */
export function groupChanges(
  found: readonly Located[],
  base: ContractDocument,
  head: ContractDocument,
): Change[] {
  const groups = new Map<string, { first: Located; sites: Map<string, Site> }>();
  for (const one of found) {
    const { location, user, source } = one;
    const declared = source === undefined ? undefined : findDeclaration(source, base, head);
    const key = [one.rule, one.severity, declared ?? location, one.sentence].join('\n');
    const group = groups.get(key) ?? { first: one, sites: new Map() };
    groups.set(key, group);
    group.sites.set(`${user}\n${location}`, { location, user, ...(source !== undefined && { source }) });
  }
  return [...groups.values()].map(({ first, sites }) => {
    const { rule, location, sentence, severity, source, lost } = first;
    const all = [...sites.values()];
    return {
      ...{ rule, location, sentence, severity },
      places: [...new Set(all.map((site) => site.location))],
      users: [...new Set(all.flatMap(({ user }) => (user === '' ? [] : [user])))],
      sites: all,
      ...(source !== undefined && { source }),
      ...(lost && { lost }),
    };
  });
}

/**
 * The declaration that has changed. A schema such as `{ $ref, description }` that is the same in both documents has only
 * changed in what it refers to, or in the schema around it, which may now require it. Undefined if none of them has changed:
 * another one took its place, and each such place is a change of its own.
 */
function findDeclaration(
  pointer: string,
  base: ContractDocument,
  head: ContractDocument,
): string | undefined {
  const isChanged = (one: string) => !isSameWithoutTexts(readPointer(base, one), readPointer(head, one));
  const declarations = listDeclarations(pointer, base);
  return declarations.find(isChanged) ?? declarations.find((one) => isChanged(ownerOf(one)));
}

/** A schema, the only one that it refers to for the same value, and so on. */
function listDeclarations(pointer: string, base: ContractDocument): string[] {
  const [reference, ...others] = listReferences(readPointer(base, pointer));
  const isOnly = reference !== undefined && others.length === 0;
  return [pointer, ...(isOnly ? listDeclarations(reference, base) : [])];
}

/** The component that a declaration belongs to. */
function ownerOf(pointer: string): string {
  return pointer.split('/', 4).join('/');
}

/** The references to schemas that describe the same value. */
function listReferences(schema: unknown): string[] {
  const { $ref, allOf, oneOf, anyOf } = objectOf(schema);
  if (typeof $ref === 'string') return [$ref];
  return [allOf, oneOf, anyOf].flatMap((branches) => listOf(branches).flatMap(listReferences));
}
