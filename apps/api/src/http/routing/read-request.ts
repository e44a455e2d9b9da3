import type { Context } from '@parley/core';
import type { Request } from 'express';
import { checkIdempotencyKey } from '../request/idempotency.js';
import { noBody } from '../request/request-body.js';
import type { Route } from './build-routes.js';

/**
 * Reads the body and checks it, the query and the headers against the contract, and with errors also against what the use
 * case would refuse. Gives the body with its defaults.
 */
export async function readRequest(
  { route, params, context }: RequestedOperation,
  request: Request,
): Promise<unknown> {
  const query = request.url.includes('?') ? request.query : noQuery;
  const headers = readHeaders(route, request);
  // Path parameters are texts of any kind by a rule of the contract, so nothing is left to be checked.
  if (!route.readBody && query === noQuery && headers === noHeaders) return undefined;
  const { body, checked, bodyBytes, faults } = route.readBody ? await route.readBody(request) : noBody;
  const { checkBeyondSchema } = route;
  await route.checkRequest({
    params,
    query,
    headers,
    body: checked,
    bodyBytes,
    faults: new Map([...faults, ...checkIdempotencyKey(headers['idempotency-key'])]),
    findMore: checkBeyondSchema && ((sound) => checkBeyondSchema(context, { params, body: sound })),
  });
  return body;
}

interface RequestedOperation {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly context: Context;
}

/** The validator knows every body as JSON and need not know how its media type was spelled. */
function readHeaders({ operation }: Route, request: Request): Headers {
  const key = operation.idempotent ? request.get('idempotency-key') : undefined;
  return key === undefined ? noHeaders : { ...noHeaders, 'idempotency-key': key };
}

type Headers = Readonly<Record<string, string>>;

const noQuery = {};
const noHeaders: Headers = { 'content-type': 'application/json' };
