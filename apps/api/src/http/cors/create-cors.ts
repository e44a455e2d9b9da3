import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { declaredRequestHeaders, declaredResponseHeaders } from '../contract/declared-headers.js';
import type { VersionContract } from '../contract/operation.js';
import type { PathRoutes } from '../routing/build-routes.js';
import type { RouteTree } from '../routing/route-tree.js';
import { createOriginCheck } from './allowed-origins.js';

export interface CorsOptions {
  /** The entries of `CORS_ORIGINS`. */
  readonly origins: readonly string[];
  readonly versions: readonly VersionContract[];
  readonly routes: RouteTree<PathRoutes>;
}

/**
 * Lets pages of the listed origins call the API and read all responses, errors included. Responds to the preflight
 * requests of browsers from the contract (Fetch standard, "CORS protocol"). The API uses no cookies, so credentials are
 * never allowed. Returns undefined if no origin is listed, so that requests skip the middleware.
 */
export function createCors({ origins, versions, routes }: CorsOptions): RequestHandler | undefined {
  if (origins.length === 0) return undefined;
  const isAllowed = createOriginCheck(origins);
  const declared = versions.flatMap(({ document }) => declaredResponseHeaders(document));
  const exposed = [...new Set([...declared, ...alwaysExposed])].join(', ');
  const preflights = createPreflights(versions, routes);
  return (request, response, next) => {
    const { path } = request;
    if (!isReadable.test(path)) return next();
    const { headers } = response.locals.requestContext;
    // `Vary` is set for callers without an origin too, because a cache must not return their response to a browser.
    headers.Vary = 'Origin';
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(origin)) return next();
    headers['Access-Control-Allow-Origin'] = origin;
    const requestMethod = request.headers['access-control-request-method'];
    if (request.method === 'OPTIONS' && requestMethod !== undefined) {
      return sendPreflight(response, preflights(path, requestMethod));
    }
    headers['Access-Control-Expose-Headers'] = exposed;
    next();
  };
}

/** Pages of other origins cannot read docs, metrics and provider callbacks. */
const isReadable = /^\/(?:v\d+|openapi|files)(?:\/|$)/;

/** Headers of errors that are the same for every path, and of files. */
const alwaysExposed = ['Allow', 'Accept-Ranges', 'Content-Disposition', 'Content-Range', 'ETag'];

const alwaysAccepted = ['authorization', 'content-type', 'x-request-id', 'idempotency-key'];

/** Browsers cache a preflight response for two hours at most. */
const maxAgeSeconds = 7_200;

/**
 * Describes what the contract allows at a path. A request for an unknown path or method is let through: a browser
 * treats any other response as a failed preflight, and then the page could not read the 404 or 405. The same applies to
 * a version that has ended and responds with 410.
 */
function createPreflights(
  versions: readonly VersionContract[],
  routes: RouteTree<PathRoutes>,
): (path: string, requestMethod: string) => OutgoingHttpHeaders {
  const documents = new Map(versions.map(({ name, document }) => [name, document]));
  const allMethods = versions.flatMap(({ operations }) =>
    operations.map(({ method }) => method.toUpperCase()),
  );
  const allHeaders = versions.flatMap(({ document, operations }) =>
    operations.flatMap((operation) => declaredRequestHeaders(document, operation.path)),
  );
  return (path, requestMethod) => {
    if (!path.startsWith('/v')) return plainPreflight;
    const methods = routes.find(path)?.value;
    const route = methods?.get(requestMethod);
    if (!methods || !route) return describePreflight([...allMethods, 'HEAD', requestMethod], allHeaders);
    const document = documents.get(path.split('/')[1] ?? '');
    const own = document ? declaredRequestHeaders(document, route.operation.path) : [];
    return describePreflight([...methods.keys()], own);
  };
}

function describePreflight(methods: readonly string[], own: readonly string[]): OutgoingHttpHeaders {
  const headers = [...alwaysAccepted, ...own.map((name) => name.toLowerCase())];
  return {
    'Access-Control-Allow-Methods': [...new Set(methods)].join(', '),
    'Access-Control-Allow-Headers': [...new Set(headers)].join(', '),
    'Access-Control-Max-Age': maxAgeSeconds,
  };
}

/** The paths of files and of the OpenAPI documents. */
const plainPreflight = describePreflight(['GET', 'HEAD'], ['if-none-match', 'if-range', 'range']);

function sendPreflight(response: Response, allowed: OutgoingHttpHeaders): void {
  response.writeHead(204, { ...response.locals.requestContext.headers, ...allowed }).end();
}
