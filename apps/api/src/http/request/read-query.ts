import type { Request } from 'express';

export type Query = Request['query'];

export const noQuery: Query = {};

/** Express parses the query each time it is read, even if the URL has none. */
export function readQuery(request: Pick<Request, 'url' | 'query'>): Query {
  return request.url.includes('?') ? request.query : noQuery;
}
