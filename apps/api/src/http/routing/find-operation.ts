import type { Request } from 'express';
import type { RequestContext } from '../request/request-context.js';
import { HttpError } from '../response/http-error.js';
import type { ApiVersion } from './api-version.js';
import type { PathRoutes, Route } from './build-routes.js';
import type { RouteTree } from './route-tree.js';
import { createSunset, type Sunset } from './sunset.js';

export interface OperationFinderOptions {
  readonly versions: readonly ApiVersion[];
  readonly routes: RouteTree<PathRoutes>;
  readonly publicUrl: string;
  readonly v2SunsetAt?: Date | undefined;
  readonly now: () => Date;
}

export interface FoundOperation {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns undefined for a path that belongs to no version of the API. */
export type FindOperation = (request: Request, requestContext: RequestContext) => FoundOperation | undefined;

/**
 * Finds the operation that a request under `/v2` or `/v3` calls. Every response of a deprecated version gets its
 * deprecation headers; after the sunset nothing else of the request is read.
 */
export function createOperationFinder(options: OperationFinderOptions): FindOperation {
  const sunsets = new Map(options.versions.map((version) => [version.name, buildSunset(version, options)]));
  return ({ path, method }, requestContext) => {
    const version = path.slice(1, path.indexOf('/', 1) === -1 ? undefined : path.indexOf('/', 1));
    if (!sunsets.has(version)) return undefined;
    requestContext.version = version;
    const sunset = sunsets.get(version);
    if (sunset) {
      Object.assign(requestContext.headers, sunset.headers);
      sunset.check();
    }
    // The service routes describe the version itself.
    if (path === `/${version}`) return undefined;
    const match = options.routes.find(path);
    if (!match) throw new HttpError('route_not_found');
    const route = match.value.get(method);
    if (!route) {
      throw new HttpError('method_not_allowed', { headers: { Allow: [...match.value.keys()].join(', ') } });
    }
    requestContext.operationId = route.operation.operationId;
    return { route, params: match.params };
  };
}

function buildSunset(
  { name, lifetime }: ApiVersion,
  { v2SunsetAt, publicUrl, now }: OperationFinderOptions,
): Sunset | undefined {
  if (!lifetime) return undefined;
  const sunsetAt = v2SunsetAt ?? lifetime.sunsetAt;
  return createSunset({ version: name, lifetime: { ...lifetime, sunsetAt }, publicUrl, now });
}
