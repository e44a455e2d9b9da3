import type ts from 'typescript';
import { append } from './origin.js';

/** A field that a call sends. */
export interface SentField {
  /** `body.text`, `path.chatId`, `body.steps[](wait).seconds`; `body.*` if the fields are unknown. */
  readonly path: string;
  readonly node: ts.Node;
  /** The values of an enumeration that can be sent here. */
  readonly values: readonly string[];
  /** Whether the object that contains the field can be sent without it. */
  readonly isOptional?: boolean;
}

export function unknownAt(path: string, node: ts.Node): SentField {
  return { path: append(path, '*'), node, values: [] };
}

/** The fields of an object that is spread only sometimes. */
export function mayBeMissing(fields: readonly SentField[], object: string): SentField[] {
  return fields.map((field) => (objectOf(field.path) === object ? { ...field, isOptional: true } : field));
}

/**
 * The fields of one of several objects: only those that all of them have are always sent. Without the path of an object,
 * the alternatives are compared only where they have fields of the same object.
 */
export function eitherOf(alternatives: ReadonlyArray<readonly SentField[]>, object?: string): SentField[] {
  const always = alternatives.map(
    (fields) => new Set(fields.flatMap(({ path, isOptional }) => (isOptional ? [] : [path]))),
  );
  const objects = alternatives.map(
    (fields) => new Set(fields.flatMap((field) => (isElement(field) ? [] : [objectOf(field.path)]))),
  );
  return alternatives.flat().map((field) => {
    if (isElement(field)) return field;
    const owner = objectOf(field.path);
    const isMissing = always.some(
      (paths, index) => (owner === object || objects[index]?.has(owner)) && !paths.has(field.path),
    );
    return isMissing ? { ...field, isOptional: true } : field;
  });
}

/** The elements of a list are no field of the object that has the list. */
function isElement({ path }: SentField): boolean {
  return path.endsWith('[]');
}

function objectOf(path: string): string {
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
}

/** The fields of a call, each once; those that can be missing end with a question mark. */
export function listSends(sent: readonly SentField[]): string[] {
  const always = new Set(sent.flatMap(({ path, isOptional }) => (isOptional ? [] : [path])));
  return [
    ...new Set(sent.map(({ path }) => (always.has(path) || path.endsWith('*') ? path : `${path}?`))),
  ].sort();
}
