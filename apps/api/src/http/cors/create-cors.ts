import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { PathRoutes } from '../build-routes.js';
import type { RouteTree } from '../match-route.js';
import type { ApiVersion } from '../operation.js';
import { createOriginCheck } from './allowed-origins.js';
import { requestHeadersOf, responseHeadersOf } from './contract-headers.js';

export interface CorsOptions {
  /** The entries of `CORS_ORIGINS`. */
  readonly origins: readonly string[];
  readonly versions: readonly ApiVersion[];
  readonly routes: RouteTree<PathRoutes>;
}

/**
 * Lets pages of the listed origins call the API and read every response of it, errors included, and answers the
 * preflight requests of their browsers from the contract (Fetch standard, "CORS protocol"). There are no cookies, so
 * credentials are never allowed. Undefined when no origin is listed, so that it costs nothing.
 */
export function createCors({ origins, versions, routes }: CorsOptions): RequestHandler | undefined {
  if (origins.length === 0) return undefined;
  const isAllowed = createOriginCheck(origins);
  const declared = versions.flatMap(({ document }) => responseHeadersOf(document));
  const exposed = [...new Set([...declared, ...alwaysExposed])].join(', ');
  const preflights = createPreflights(versions, routes);
  return (request, response, next) => {
    const { path } = request;
    if (!isReadable.test(path)) return next();
    const { headers } = response.locals.exchange;
    // Also for callers without an origin: a cache must not give their response to a browser.
    headers.Vary = 'Origin';
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(origin)) return next();
    headers['Access-Control-Allow-Origin'] = origin;
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    const allowed = isPreflight ? preflights(path) : undefined;
    if (allowed !== undefined) return answerPreflight(response, allowed);
    headers['Access-Control-Expose-Headers'] = exposed;
    next();
  };
}

/** Docs, metrics and provider callbacks are not for pages of others. */
const isReadable = /^\/(?:v\d+|openapi|files)(?:\/|$)/;

/** Of errors that are the same for every path, and of files. */
const alwaysExposed = ['Allow', 'Content-Disposition', 'ETag'];

const alwaysAccepted = ['authorization', 'content-type', 'x-request-id', 'idempotency-key'];

/** Browsers ask again after two hours at most. */
const maxAgeSeconds = 7_200;

/**
 * What a preflight of a path is answered with; undefined where there is nothing to call. A version that has ended is
 * answered too: otherwise a page could not read that it has.
 */
function createPreflights(
  versions: readonly ApiVersion[],
  routes: RouteTree<PathRoutes>,
): (path: string) => OutgoingHttpHeaders | undefined {
  const documents = new Map(versions.map(({ name, document }) => [name, document]));
  return (path) => {
    const methods = routes.find(path)?.value;
    const [route] = methods?.values() ?? [];
    if (methods === undefined || route === undefined) {
      return path.startsWith('/openapi/') || path.startsWith('/files/') ? plainPreflight : undefined;
    }
    const document = documents.get(path.split('/')[1] ?? '');
    const own = document ? requestHeadersOf(document, route.operation.path) : [];
    const accepted = new Set([...alwaysAccepted, ...own.map((name) => name.toLowerCase())]);
    return describePreflight([...methods.keys()], [...accepted]);
  };
}

function describePreflight(methods: readonly string[], headers: readonly string[]): OutgoingHttpHeaders {
  return {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': headers.join(', '),
    'Access-Control-Max-Age': maxAgeSeconds,
  };
}

const plainPreflight = describePreflight(['GET', 'HEAD'], ['if-none-match', 'range', 'x-request-id']);

function answerPreflight(response: Response, allowed: OutgoingHttpHeaders): void {
  response.writeHead(204, { ...response.locals.exchange.headers, ...allowed }).end();
}
