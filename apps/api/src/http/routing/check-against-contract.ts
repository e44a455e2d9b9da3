import type { Context } from '@parley/core';
import type { Request } from 'express';
import { checkIdempotencyKey } from '../request/idempotency.js';
import { noBody, type RequestBody } from '../request/request-body.js';
import type { Route } from './build-routes.js';

/**
 * Validates the body that was read, the query and the headers, and adds the defaults to the body. When there are errors,
 * those of the use case are added.
 */
export async function checkAgainstContract(
  { route, params, received, context }: RequestedOperation,
  request: Request,
): Promise<void> {
  const query = request.url.includes('?') ? request.query : noQuery;
  const headers = readHeaders(route, request);
  // A rule of the contract makes every path parameter a plain text, so nothing is left to validate.
  if (received === noBody && query === noQuery && headers === noHeaders) return;
  const { checked, bodyBytes, errors } = received;
  const { checkBeyondSchema } = route;
  await route.checkRequest({
    params,
    query,
    headers,
    body: checked,
    bodyBytes,
    bodyErrors: new Map([...errors, ...checkIdempotencyKey(headers['idempotency-key'])]),
    findMore: checkBeyondSchema && ((validPart) => checkBeyondSchema(context, { params, body: validPart })),
  });
}

interface RequestedOperation {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly received: RequestBody;
  readonly context: Context;
}

/** The validator gets every body as JSON, however its media type was spelled. */
function readHeaders({ operation }: Route, request: Request): Headers {
  const key = operation.idempotent ? request.get('idempotency-key') : undefined;
  return key === undefined ? noHeaders : { ...noHeaders, 'idempotency-key': key };
}

type Headers = Readonly<Record<string, string>>;

const noQuery = {};
const noHeaders: Headers = { 'content-type': 'application/json' };
