import type { Context } from '@parley/core';
import { checkIdempotencyKey } from '../request/idempotency.js';
import { noHeaders, type RequestHeaders } from '../request/read-headers.js';
import { noQuery, type Query } from '../request/read-query.js';
import { noBody, type RequestBody } from '../request/request-body.js';
import type { Route } from './build-routes.js';

/**
 * Validates the body, the query and the headers, and adds the defaults to the body. If there are errors, the errors of
 * the use case are reported with them.
 */
export async function checkAgainstContract({
  route,
  params,
  query,
  headers,
  received,
  context,
}: RequestedOperation): Promise<void> {
  // A lint rule of the contract ensures that every path parameter is a plain string, so nothing is left to validate.
  if (received === noBody && query === noQuery && headers === noHeaders) return;
  const { checked, bodyBytes, errors, mayBeUnstorable } = received;
  const { checkBeyondSchema } = route;
  await route.checkRequest({
    params,
    query,
    headers,
    body: checked,
    bodyBytes,
    bodyErrors: new Map([...errors, ...checkIdempotencyKey(headers['idempotency-key'])]),
    mayBeUnstorable,
    findMore: checkBeyondSchema && ((validPart) => checkBeyondSchema(context, { params, body: validPart })),
  });
}

interface RequestedOperation {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: RequestHeaders;
  readonly received: RequestBody;
  readonly context: Context;
}
