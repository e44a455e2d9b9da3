import type { Context } from '@parley/core';
import type { Request } from 'express';
import type { BodyIntake } from '../request/body-reader.js';
import { checkIdempotencyKey } from '../request/idempotency.js';
import { noBody } from '../request/request-body.js';
import type { Route } from './build-routes.js';

/**
 * Reads the body and validates it, the query and the headers. When there are errors, those of the use case are added.
 * Returns the body with its defaults.
 */
export async function readRequest(
  { route, params, context, intake }: RequestedOperation,
  request: Request,
): Promise<unknown> {
  const query = request.url.includes('?') ? request.query : noQuery;
  const headers = readHeaders(route, request);
  // A rule of the contract makes every path parameter a plain text, so nothing is left to validate.
  if (!route.readBody && query === noQuery && headers === noHeaders) return undefined;
  const { body, checked, bodyBytes, errors } = route.readBody
    ? await route.readBody(request, intake)
    : noBody;
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
  return body;
}

interface RequestedOperation {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly context: Context;
  readonly intake: BodyIntake;
}

/** The validator gets every body as JSON, however its media type was spelled. */
function readHeaders({ operation }: Route, request: Request): Headers {
  const key = operation.idempotent ? request.get('idempotency-key') : undefined;
  return key === undefined ? noHeaders : { ...noHeaders, 'idempotency-key': key };
}

type Headers = Readonly<Record<string, string>>;

const noQuery = {};
const noHeaders: Headers = { 'content-type': 'application/json' };
