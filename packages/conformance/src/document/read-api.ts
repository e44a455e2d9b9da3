import {
  asObject,
  asText,
  createDocument,
  type Document,
  follow,
  isObject,
  type JsonObject,
} from '@parley/validation';
import { ConformanceError } from '../errors/conformance-error.js';
import { closeQueries } from './close-queries.js';
import type { BodyMedia, Operation } from './operation.js';
import { readBody } from './read-body.js';
import { readParameters } from './read-parameters.js';
import { readResponses } from './read-responses.js';
import { readSecurity } from './read-security.js';
import { readServerPath } from './read-server.js';

export interface Api {
  readonly document: Document;
  readonly operations: readonly Operation[];
}

export interface ReadingOptions {
  /**
   * Responses may contain only what their schemas declare. Queries may contain only declared keys if request bodies are
   * closed.
   */
  readonly closed: boolean;
  /** The limit in bytes, or the extension key (`x-…`) of operations and document that contains it. */
  readonly bodyLimit?: number | string | undefined;
  /** Whether the paths of the document's servers are used; they are not if the caller's URL has a path. */
  readonly hasServerPaths?: boolean;
  /** Selects the operations. Of the others, at most the bodies are read, which saves time in large documents. */
  readonly isWanted?: (operation: { id: string; method: string; path: string }) => boolean;
}

/** Returns the operations of a document, each with everything that a request and its response are checked against. */
export function readApi(root: JsonObject, options: ReadingOptions): Api {
  refuseOtherFormats(root);
  const document = createDocument(root);
  const places = listPlaces(document);
  const operations = places
    .filter((place) => options.isWanted?.({ ...place, method: place.method.toUpperCase() }) ?? true)
    .map((place) => readOperation(document, place, options));
  if (!options.closed) return { document, operations };
  return { document, operations: closeQueries(operations, readBodies(document, places)) };
}

/** Lists the locations of the operations of a document. */
export function listPlaces(document: Document): Place[] {
  return Object.entries(asObject(document.root.paths))
    .filter(([path]) => path.startsWith('/'))
    .flatMap(([path, value]) => {
      const item = follow(document, value);
      return methods
        .filter((method) => isObject(item[method]))
        .map((method) => ({ ...placeOf(method, path, asObject(item[method])), item, method }));
    });
}

/**
 * Reads all operations, so that the selection does not affect the selected ones. Warnings about the others are dropped.
 * A schema is converted once, with its warnings, so the selected operations must be read first.
 */
function readBodies(document: Document, places: readonly Place[]): BodyMedia[] {
  const quiet = { ...document, notes: new Set<string>() };
  return places.flatMap(({ item, method }) => readBody(quiet, asObject(item[method]))?.media ?? []);
}

/** TRACE and CONNECT are left out: HTTP clients refuse to send them. */
const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];

function refuseOtherFormats({ openapi, swagger }: JsonObject): void {
  if (typeof openapi === 'string' && openapi.startsWith('3.')) return;
  const found = swagger ?? openapi;
  const what = found === undefined ? 'It does not declare its version.' : `It declares ${String(found)}.`;
  throw new ConformanceError(`An OpenAPI 3.1 document is needed. ${what}`);
}

function placeOf(method: string, path: string, operation: JsonObject) {
  return { id: asText(operation.operationId) ?? `${method.toUpperCase()} ${path}`, path };
}

export interface Place {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly item: JsonObject;
}

function readOperation(document: Document, place: Place, options: ReadingOptions): Operation {
  const { id, method, path, item } = place;
  const operation = asObject(item[method]);
  return {
    id,
    path,
    method: method.toUpperCase(),
    serverPath: options.hasServerPaths === false ? '' : readServerPath(document, item, operation),
    parameters: readParameters(document, path, [item.parameters, operation.parameters]),
    body: readBody(document, operation),
    responses: readResponses(document, operation, options.closed),
    security: readSecurity(document, operation),
    bodyLimitBytes: readBodyLimit(document, operation, options.bodyLimit),
    isQueryClosed: false,
  };
}

function readBodyLimit(
  { root }: Document,
  operation: JsonObject,
  limit: number | string | undefined,
): number | undefined {
  const value = typeof limit === 'string' ? (operation[limit] ?? root[limit]) : limit;
  return typeof value === 'number' && value > 0 ? value : undefined;
}
