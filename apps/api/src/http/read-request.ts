import type { Request } from 'express';
import type { Route } from './build-routes.js';
import { noBody } from './request-body.js';

/** Reads the body and checks it, the query and the headers against the contract. Gives the body with its defaults. */
export async function readRequest(
  route: Route,
  params: Readonly<Record<string, string>>,
  request: Request,
): Promise<unknown> {
  const query = request.url.includes('?') ? request.query : noQuery;
  const headers = readHeaders(route, request);
  // Path parameters are texts of any kind by a rule of the contract, so nothing is left to be checked.
  if (!route.readBody && query === noQuery && headers === noHeaders) return undefined;
  const { body, checked, bodyBytes, faults } = route.readBody ? await route.readBody(request) : noBody;
  await route.checkRequest({ params, query, headers, body: checked, bodyBytes, faults });
  return body;
}

/** The validator knows every body as JSON and need not know how its media type was spelled. */
function readHeaders({ operation }: Route, request: Request): Readonly<Record<string, string>> {
  const key = operation.idempotent ? request.get('idempotency-key') : undefined;
  return key === undefined ? noHeaders : { ...noHeaders, 'idempotency-key': key };
}

const noQuery = {};
const noHeaders = { 'content-type': 'application/json' };
