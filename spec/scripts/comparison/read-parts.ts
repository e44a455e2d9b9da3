import { isObject, listOf, objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { type ContractDocument, childPointer, decodeKey } from '../read-document.js';

/** A schema without its references and its `allOf`. A value must match each of the parts of its schema. */
export interface Part {
  readonly document: ContractDocument;
  readonly pointer: string;
  readonly value: JsonObject;
}

/** The parts of the schema at a pointer: its own keywords, and the targets of `$ref` and the members of `allOf`. */
export function readParts(document: ContractDocument, schema: unknown, pointer: string): Part[] {
  if (schema === false) return [{ document, pointer, value: { not: {} } }];
  const { $ref, allOf, ...own } = objectOf(schema);
  const members = listOf(allOf).flatMap((member, index) =>
    readParts(document, member, childPointer(pointer, 'allOf', String(index))),
  );
  const target = typeof $ref === 'string' ? readParts(document, readPointer(document, $ref), $ref) : [];
  const isAlone = target.length + members.length === 0;
  return [
    ...(isAlone || Object.keys(own).length > 0 ? [{ document, pointer, value: own }] : []),
    ...target,
    ...members,
  ];
}

/** The parts of the schemas at a keyword of each part, such as all schemas of `items`. */
export function readPartsAt(parts: readonly Part[], ...keys: string[]): Part[] {
  return parts.flatMap(({ document, pointer, value }) => {
    const schema = keys.reduce<unknown>((node, key) => objectOf(node)[key], value);
    return isObject(schema) || schema === false
      ? readParts(document, schema, childPointer(pointer, ...keys))
      : [];
  });
}

/** The value of a keyword in the first part that has it. */
export function findKeyword(parts: readonly Part[], keyword: string): unknown {
  return parts.find(({ value }) => keyword in value)?.value[keyword];
}

/** The name of the component that a schema refers to; undefined if it is written in place. */
export function readName(parts: readonly Part[]): string | undefined {
  const names = parts.flatMap(({ pointer }) => /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1] ?? []);
  return names.length === 1 ? names[0] : undefined;
}

/** What a pointer such as `#/components/schemas/Chat` points to. */
export function readPointer(document: ContractDocument, pointer: string): unknown {
  const keys = pointer.replace(/^#\//, '').split('/').map(decodeKey);
  return keys.reduce<unknown>(
    (node, key) => (Array.isArray(node) ? node[Number(key)] : objectOf(node)[key]),
    document,
  );
}
