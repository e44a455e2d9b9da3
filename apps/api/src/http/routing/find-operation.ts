import type { Request } from 'express';
import type { RequestContext } from '../request/request-context.js';
import { HttpError } from '../response/http-error.js';
import type { PathRoutes, Route } from './build-routes.js';
import type { RouteTree } from './route-tree.js';

export interface FoundOperation {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns undefined for a path that belongs to no version of the API. */
export type FindOperation = (request: Request, requestContext: RequestContext) => FoundOperation | undefined;

/** Finds the operation that a request to a version of the API calls. */
export function createOperationFinder(routes: RouteTree<PathRoutes>): FindOperation {
  return ({ path, method }, requestContext) => {
    const { version } = requestContext;
    // The unversioned routes describe the version itself.
    if (version === undefined || path === `/${version}`) return undefined;
    const match = routes.find(path);
    if (!match) throw new HttpError('route_not_found');
    const route = match.value.get(method);
    if (!route) {
      throw new HttpError('method_not_allowed', { headers: { Allow: [...match.value.keys()].join(', ') } });
    }
    requestContext.operationId = route.operation.operationId;
    requestContext.route = `/${version}${route.operation.path}`;
    return { route, params: match.params };
  };
}
