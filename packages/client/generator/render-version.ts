import type { OpenApiDocument, OpenApiOperation } from '@parley/contract/documents';
import type { ApiVersion, Operation } from '@parley/contract/operations';
import { isNamedAsId } from '../src/filter/is-named-as-id.js';
import type { Policy } from '../src/operations/policy.js';
import { asObject, findOperation, jsonSchema, listCalls, resolveSchema } from './read-document.js';

/** Renders a module with the policy of a version, and with the types that OpenAPI cannot express. */
export function renderVersion(version: ApiVersion, document: OpenApiDocument): string {
  const operations = Object.values(version.operations);
  return `// Generated from the contract by generate.ts; do not edit.

import type { Policy } from '../operations/policy.js';

export const policy: Policy = ${JSON.stringify(buildPolicy(version, document), null, 2)};

/** The fields that are named like ids but contain texts. */
export const foreignIds: readonly string[] = ${JSON.stringify(listForeignIds(version))};

/** How the fields of each search are compared. */
export interface FilterFields {
${operations.map(({ path, filterFields }) => renderMember(path, filterFields)).join('')}}

/** What each search can be sorted by. */
export interface SortFields {
${operations.map(({ path, sortFields }) => renderMember(path, sortFields)).join('')}}
`;
}

export function buildPolicy(version: ApiVersion, document: OpenApiDocument): Policy {
  const posts = Object.values(version.operations).filter(({ method }) => method === 'post');
  return {
    basePath: version.basePath,
    readingEnds: findReadingEnds(posts),
    cursorPosts: posts.filter((operation) => hasCursor(document, operation)).map(({ path }) => path),
    binaryResponses: listCalls(version, document)
      .filter((operation) => returnsBytes(findOperation(document, operation)))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`),
  };
}

function findReadingEnds(posts: readonly Operation[]): string[] {
  const keyed = posts.filter(isKeyed);
  const ends = new Set(posts.filter((post) => !keyed.includes(post)).map(endOf));
  const both = keyed.find((post) => ends.has(endOf(post)));
  if (both) throw new Error(`${both.operationId} writes, although its path ends like that of a read.`);
  return [...ends];
}

function endOf({ path }: Operation): string {
  return path.slice(path.lastIndexOf('/'));
}

/**
 * Lists the fields that are named like ids but contain texts. All other fields with such names contain ids, which a
 * filter checks when it is created.
 */
export function listForeignIds({ operations }: ApiVersion): string[] {
  const fields = Object.values(operations).flatMap(({ filterFields }) => Object.entries(filterFields ?? {}));
  const foreign = fields.filter(([name, kind]) => isNamedAsId(name) && kind === 'text').map(([name]) => name);
  const wrong = fields.find(
    ([name, kind]) => (isNamedAsId(name) && !foreign.includes(name)) !== (kind === 'id'),
  );
  if (wrong) throw new Error(`The field ${wrong[0]} is of kind ${wrong[1]}, which its name does not show.`);
  return [...new Set(foreign)];
}

/** The client retries every POST, so each must be a read or accept an idempotency key. */
function isKeyed({ operationId, scopes, idempotent }: Operation): boolean {
  if (idempotent || (scopes.length > 0 && scopes.every((scope) => scope.endsWith(':read'))))
    return idempotent;
  throw new Error(`${operationId} writes without an Idempotency-Key, so no client could retry it.`);
}

function hasCursor(document: OpenApiDocument, operation: Operation): boolean {
  const { requestBody } = findOperation(document, operation);
  return 'cursor' in asObject(resolveSchema(document, jsonSchema(requestBody)).schema.properties);
}

function returnsBytes({ responses }: OpenApiOperation): boolean {
  return !('application/json' in asObject(responses['200']?.content));
}

/**
 * Renders a map of fields as an object type with the kind of each field, and a list of fields as a union of their
 * names.
 */
function renderMember(path: string, fields: Operation['filterFields'] | Operation['sortFields']): string {
  if (fields === null) return '';
  const type = isList(fields)
    ? fields.map(quote).join(' | ') || 'never'
    : `{ ${Object.entries(fields).map(renderField).join(' ')} }`;
  return `  ${quote(path)}: ${type};\n`;
}

function renderField([name, kind]: [string, string]): string {
  return `${quote(name)}: ${quote(kind)};`;
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

function quote(text: string): string {
  return JSON.stringify(text);
}
