import { headersOfOperation } from '../contract/declared-headers.js';
import type { Operation } from '../contract/operation.js';
import { createBodyReader, type ReadRequestBody } from '../request/body-reader.js';
import { type CheckRequest, createRequestChecks } from '../validation/check-request.js';
import {
  type CheckResponse,
  createResponseCheck,
  type ResponseChecks,
} from '../validation/check-response.js';
import type { AnyCheck, AnyHandler, ApiVersion } from './api-version.js';
import { RouteTree } from './route-tree.js';

/** One operation with everything that handles its requests. */
export interface Route {
  readonly operation: Operation;
  /** The lower-case names of the headers that the operation declares. */
  readonly headerNames: readonly string[];
  /** Undefined if the operation has no body. */
  readonly readBody: ReadRequestBody | undefined;
  readonly checkRequest: CheckRequest;
  /** Finds the errors that the use case of the handler would throw, without running it. */
  readonly checkBeyondSchema: AnyCheck | undefined;
  readonly checkResponse: CheckResponse | undefined;
  readonly handle: AnyHandler;
}

/** The operations of one path, by method. */
export type PathRoutes = ReadonlyMap<string, Route>;

/** Builds a route for each operation of each version. */
export async function buildRoutes(
  versions: readonly ApiVersion[],
  responseChecks: ResponseChecks,
): Promise<RouteTree<PathRoutes>> {
  const tree = new RouteTree<PathRoutes>();
  for (const version of versions) {
    compareHandlers(version);
    const routes = await buildVersion(version, responseChecks);
    const paths = new Set(routes.map(({ operation }) => operation.path));
    for (const path of paths) tree.add(`/${version.name}${path}`, byMethod(routes, path));
  }
  return tree;
}

/** The types check the map too. This check detects a build whose document and code are of different versions. */
function compareHandlers({ name, operations, handlers }: ApiVersion): void {
  const ids = new Set(operations.map(({ operationId }) => operationId));
  const missing = [...ids].filter((id) => !Object.hasOwn(handlers, id));
  const unknown = Object.keys(handlers).filter((id) => !ids.has(id));
  if (missing.length + unknown.length === 0) return;
  throw new Error(
    [
      `The handlers of ${name} do not match its document.`,
      ...(missing.length > 0 ? [`No handler for: ${missing.join(', ')}.`] : []),
      ...(unknown.length > 0 ? [`Not in the document: ${unknown.join(', ')}.`] : []),
    ].join(' '),
  );
}

async function buildVersion(version: ApiVersion, responseChecks: ResponseChecks): Promise<Route[]> {
  const requestChecks = await createRequestChecks(version);
  return version.operations.map((operation) => {
    const handler = version.handlers[operation.operationId];
    const checkRequest = requestChecks.get(operation.operationId);
    if (!handler || !checkRequest)
      throw new Error(`${operation.operationId} has no handler or no validator.`);
    const checkResponse = createResponseCheck(version, operation, responseChecks);
    const headerNames = headersOfOperation(version.document, operation);
    const readBody = createBodyReader(version.document, operation);
    const { handle, check } =
      typeof handler === 'function' ? { handle: handler, check: 'schema only' as const } : handler;
    const checkBeyondSchema = check === 'schema only' ? undefined : check;
    return { operation, headerNames, readBody, checkRequest, checkBeyondSchema, checkResponse, handle };
  });
}

/** HEAD is handled like GET (RFC 9110, 9.3.2); Node omits the body. */
function byMethod(routes: readonly Route[], path: string): PathRoutes {
  const methods = new Map<string, Route>();
  for (const route of routes) {
    if (route.operation.path !== path) continue;
    const method = route.operation.method.toUpperCase();
    methods.set(method, route);
    if (method === 'GET') methods.set('HEAD', route);
  }
  return methods;
}
