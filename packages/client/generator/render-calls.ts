import type { OpenApiDocument } from '@parley/contract/documents';
import type { ApiVersion, Operation } from '@parley/contract/operations';
import { asObject, findOperation, jsonSchema, listCalls } from './read-document.js';
import { renderComment } from './render-comment.js';

const methods = ['get', 'post', 'put', 'delete'] as const;

/**
 * Renders the types that show the text of an operation where a program calls it by method and path: an overload for each
 * path, with a comment. `src/documented/parts.ts` explains their forms.
 */
export function renderCalls(version: ApiVersion, document: OpenApiDocument): string {
  const listed = listCalls(version, document);
  const isRequired = (call: Operation) => needsInit(document, call);
  // The compiler compares overloads that are not generic faster, so they come first.
  const calls = [...listed.filter(isRequired), ...listed.filter((call) => !isRequired(call))];
  const searches = calls.filter((call) => returnsPages(document, call));
  return `// Generated from the contract by generate.ts; do not edit.

import type { PathOf } from '../../operations/operation.js';
import type { SearchPath } from '../../types/client.js';
import type { Init } from '../../types/init.js';
import type { FoundAt, OptionalAt, ReplyAt } from '../parts.js';
import type { V3Types } from '../v3-types.js';

${methods.map(renderMethod).join('\n')}
/** The searches of all pages. */
export interface SearchCalls {
  <Path extends SearchPath<V3Types>>(this: never, path: Path, init: Init<V3Types, Path, 'post'>): FoundAt<Path>['search'];
${searches.map((call) => renderOverload(call, true)).join('')}}
`;

  function renderMethod(method: (typeof methods)[number]): string {
    const overloads = calls
      .filter((call) => call.method === method)
      .map((call) => renderOverload(call, false));
    return `/** The calls with ${method.toUpperCase()}. */
export interface ${method.charAt(0).toUpperCase()}${method.slice(1)}Calls<Kind extends 'data' | 'result'> {
  <Path extends PathOf<V3Types, '${method}'>>(this: never, path: Path, init: Init<V3Types, Path, '${method}'>): Promise<ReplyAt<Path, '${method}'>[Kind]>;
${overloads.join('')}}
`;
  }

  function renderOverload(call: Operation, isSearch: boolean): string {
    const { summary, description } = findOperation(document, call);
    const comment = renderComment(`${summary}.\n\n${description}`);
    return `${comment.replaceAll(/^/gm, '  ')}
  ${renderSignature(call, isSearch)};
`;
  }

  function renderSignature(call: Operation, isSearch: boolean): string {
    const at = `'${call.path}', '${call.method}'`;
    const returned = isSearch ? `FoundAt<'${call.path}'>['search']` : `Promise<ReplyAt<${at}>[Kind]>`;
    return isRequired(call)
      ? `(path: ('${call.path}'), init: Init<V3Types, ${at}>): ${returned}`
      : `<Path extends string>(path: Path, ...init: OptionalAt<Path, ${at}>): ${returned}`;
  }
}

function returnsPages(document: OpenApiDocument, call: Operation): boolean {
  const { properties } = jsonSchema(findOperation(document, call).responses['200']);
  return 'pagination' in asObject(properties);
}

/** No operation has a required parameter in the query, which would count as well. */
function needsInit(document: OpenApiDocument, call: Operation): boolean {
  return call.path.includes('{') || findOperation(document, call).requestBody?.required === true;
}
