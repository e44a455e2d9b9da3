import { readFile } from 'node:fs/promises';
import { listOf, objectOf } from '../rules/read-json.js';
import type { JsonObject } from '../rules/redocly-plugin.js';

/** A bundled document, whose references stay inside it. */
export interface ContractDocument {
  readonly info: { readonly version: string; readonly 'x-sunset-at'?: string };
  readonly [key: string]: unknown;
}

/** A node with its reference resolved, and the pointer of its source. */
export interface DocumentNode {
  readonly document: ContractDocument;
  readonly value: JsonObject;
  readonly pointer: string;
}

export async function readDocument(file: string): Promise<ContractDocument> {
  return JSON.parse(await readFile(file, 'utf8'));
}

export function rootNode(document: ContractDocument): DocumentNode {
  return { document, value: document, pointer: '#' };
}

/** The operations below `paths` or `webhooks`. */
export function listOperationNodes(document: ContractDocument, area: 'paths' | 'webhooks'): DocumentNode[] {
  return mapNodes(childNode(rootNode(document), area)).flatMap(([, item]) =>
    mapNodes(item)
      .filter(([key]) => methods.has(key))
      .map(([, operation]) => operation),
  );
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);

/** The child of a node at a key; an empty node when there is none. */
export function childNode(parent: DocumentNode, ...keys: string[]): DocumentNode {
  return keys.reduce((node, key) => toNode(node, [key], node.value[key]), parent);
}

/** The nodes of a map, by their keys. */
export function mapNodes(parent: DocumentNode): Array<[key: string, node: DocumentNode]> {
  return Object.entries(parent.value).map(([key, value]) => [key, toNode(parent, [key], value)]);
}

/** The nodes of the list at a key of a node. */
export function listNodes(parent: DocumentNode, key: string): DocumentNode[] {
  return listOf(parent.value[key]).map((value, index) => toNode(parent, [key, String(index)], value));
}

function toNode({ document, pointer }: DocumentNode, keys: string[], value: unknown): DocumentNode {
  const node = objectOf(value);
  if (typeof node.$ref !== 'string')
    return { document, value: node, pointer: childPointer(pointer, ...keys) };
  return childNode(rootNode(document), ...node.$ref.replace(/^#\//, '').split('/').map(decodeKey));
}

export function childPointer(pointer: string, ...keys: string[]): string {
  return keys.reduce((path, key) => `${path}/${encodeKey(key)}`, pointer);
}

function encodeKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

export function decodeKey(key: string): string {
  return key.includes('~') ? key.replaceAll('~1', '/').replaceAll('~0', '~') : key;
}
