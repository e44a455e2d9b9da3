import type { Direction } from '../../scripts/comparison/finding.js';
import { childPointer, decodeKey } from '../../scripts/read-document.js';
import { type EditableDocument, readBundle } from '../compare-edited.js';

/** A schema that partners send or receive, with the pointer by which an edit finds it. */
export interface SchemaSite {
  readonly id: string;
  readonly schema: EditableDocument;
  /** The name of the property, if the schema is one, and the schema that declares it. */
  readonly property?: string;
  readonly owner?: string;
}

export interface OperationSite {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly operation: EditableDocument;
}

export const v3: EditableDocument = readBundle('v3');

export const operations: readonly OperationSite[] = Object.entries<EditableDocument>(v3.paths).flatMap(
  ([path, item]) =>
    Object.entries<EditableDocument>(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({ id: operation.operationId, path, method, operation })),
);

export const events = Object.keys(v3.webhooks).map((id) => ({ id }));

export function operationIn({ paths }: EditableDocument, { path, method }: OperationSite): EditableDocument {
  return paths[path][method];
}

/** The value at a pointer, for an edit. */
export function at(document: EditableDocument, pointer: string): EditableDocument {
  const keys = pointer.replace(/^#\/?/, '').split('/').map(decodeKey);
  return keys.reduce((node, key) => node[key], document);
}

/** The schemas that are only sent, or only received: the same edit of a schema that is both can have two verdicts. */
export function listSchemas(direction: Direction): SchemaSite[] {
  const sent = collect((operation) => [operation.requestBody, ...(operation.parameters ?? [])]);
  const received = collect((operation) => Object.values(operation.responses));
  const [own, other] = direction === 'request' ? [sent, received] : [received, sent];
  return [...own.values()].filter(({ id }) => !other.has(id) && isWritable(id));
}

/** The error responses are judged by their keys. */
function isWritable(id: string): boolean {
  return !/\/components\/responses\/|\/properties\/(error|success)\b|messageKey/.test(id);
}

function collect(list: (operation: EditableDocument) => EditableDocument[]): Map<string, SchemaSite> {
  const found = new Map<string, SchemaSite>();
  const walk = (
    node: EditableDocument,
    pointer: string,
    site?: Pick<SchemaSite, 'property' | 'owner'>,
  ): void => {
    if (typeof node !== 'object' || node === null || found.has(pointer)) return;
    if (typeof node.$ref === 'string') {
      walk(at(v3, node.$ref), node.$ref);
      return;
    }
    if ('type' in node || 'properties' in node || 'oneOf' in node || 'enum' in node)
      found.set(pointer, { id: pointer, schema: node, ...site });
    for (const [name, schema] of Object.entries<EditableDocument>(node.properties ?? {}))
      walk(schema, childPointer(pointer, 'properties', name), { property: name, owner: pointer });
    for (const keyword of ['oneOf', 'anyOf', 'allOf'])
      (node[keyword] ?? []).forEach((branch: EditableDocument, index: number) => {
        walk(branch, childPointer(pointer, keyword, String(index)));
      });
    if (typeof node.items === 'object') walk(node.items, childPointer(pointer, 'items'));
    if (typeof node.additionalProperties === 'object')
      walk(node.additionalProperties, childPointer(pointer, 'additionalProperties'));
  };
  const visitHolder = (holder: EditableDocument, pointer: string): void => {
    if (holder === undefined) return;
    if (typeof holder.$ref === 'string') {
      visitHolder(at(v3, holder.$ref), holder.$ref);
      return;
    }
    if (holder.schema) walk(holder.schema, childPointer(pointer, 'schema'));
    for (const [type, media] of Object.entries<EditableDocument>(holder.content ?? {}))
      if (media.schema) walk(media.schema, childPointer(pointer, 'content', type, 'schema'));
  };
  for (const { path, method, operation } of operations)
    for (const holder of list(operation)) visitHolder(holder, pointerOf(path, method, operation, holder));
  return found;
}

function pointerOf(
  path: string,
  method: string,
  operation: EditableDocument,
  holder: EditableDocument,
): string {
  const pointer = childPointer('#/paths', path, method);
  if (holder === operation.requestBody) return childPointer(pointer, 'requestBody');
  const status = Object.keys(operation.responses).find((key) => operation.responses[key] === holder);
  if (status !== undefined) return childPointer(pointer, 'responses', status);
  return childPointer(pointer, 'parameters', String(operation.parameters.indexOf(holder)));
}
