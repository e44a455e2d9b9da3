import type { Request, RequestHandler, Response } from 'express';
import { HttpError } from '../response/http-error.js';
import type { ApiVersion } from './api-version.js';
import type { PathRoutes, Route } from './build-routes.js';
import type { RouteTree } from './route-tree.js';
import { createSunset, type Sunset } from './sunset.js';

export interface DispatcherOptions {
  readonly versions: readonly ApiVersion[];
  readonly routes: RouteTree<PathRoutes>;
  readonly publicUrl: string;
  readonly v2SunsetAt?: Date | undefined;
  readonly now: () => Date;
  readonly answerOperation: (
    route: Route,
    params: Readonly<Record<string, string>>,
    messages: [Request, Response],
  ) => Promise<void>;
}

/**
 * Hands a request under `/v2` or `/v3` to its operation. Everything under a version that is going away says so, and
 * nothing of one that has gone is looked at.
 */
export function createDispatcher(options: DispatcherOptions): RequestHandler {
  const sunsets = new Map(options.versions.map((version) => [version.name, buildSunset(version, options)]));
  return (request, response, next) => {
    const { path } = request;
    const version = path.slice(1, path.indexOf('/', 1) === -1 ? undefined : path.indexOf('/', 1));
    if (!sunsets.has(version)) return next();
    const { requestContext } = response.locals;
    requestContext.version = version;
    const sunset = sunsets.get(version);
    if (sunset) {
      Object.assign(requestContext.headers, sunset.headers);
      sunset.check();
    }
    // What the version itself is, is told beside the API.
    if (path === `/${version}`) return next();
    const match = options.routes.find(path);
    if (!match) throw new HttpError('route_not_found');
    const route = match.value.get(request.method);
    if (!route) {
      throw new HttpError('method_not_allowed', { headers: { Allow: [...match.value.keys()].join(', ') } });
    }
    requestContext.operationId = route.operation.operationId;
    return options.answerOperation(route, match.params, [request, response]);
  };
}

function buildSunset({ name, lifetime }: ApiVersion, options: DispatcherOptions): Sunset | undefined {
  if (!lifetime) return undefined;
  const sunsetAt = options.v2SunsetAt ?? lifetime.sunsetAt;
  return createSunset({ version: name, lifetime: { ...lifetime, sunsetAt }, ...options });
}
