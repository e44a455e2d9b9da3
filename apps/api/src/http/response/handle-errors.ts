import { BulkWorkBusyError, DomainError, ResultTooLargeError } from '@parley/core';
import { isDatabaseUnavailable, ObjectStoreError } from '@parley/database';
import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { describeFailure } from './describe-failure.js';
import { errorTable } from './error-table.js';
import { HttpError, RequestAborted } from './http-error.js';
import { sendJson } from './send-json.js';
import type { UnreadResponses } from './unread-responses.js';

type Refusal = 'concurrency' | 'timeout' | 'size';

interface ErrorObservers {
  readonly metrics?: { countRefusedSearch(reason: Refusal): void };
  /** An error names the keys of a body, which can be long. */
  readonly unread?: UnreadResponses;
}

/** Converts any error to an error body. Details of an unexpected error are only logged. */
export function createErrorHandler(
  logger: Logger,
  { metrics, unread }: ErrorObservers = {},
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (error instanceof RequestAborted) {
      logAborted(response, logger);
    } else if (response.headersSent) {
      logFailure(error, response, logger);
      request.socket.destroy();
    } else {
      const reason = refusalOf(error);
      if (reason !== undefined) metrics?.countRefusedSearch(reason);
      const bytes = sendFailure(error, response, logger);
      const { tenantId } = response.locals.requestContext;
      if (tenantId !== undefined) unread?.add(response, { tenantId, bytes });
    }
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof ResultTooLargeError) return 'size';
  return error instanceof DomainError ? refusedSearches.get(error.code) : undefined;
}

const refusedSearches: ReadonlyMap<string, Refusal> = new Map([
  ['concurrent_searches_limit_reached', 'concurrency'],
  ['search_too_expensive', 'timeout'],
]);

function sendFailure(error: unknown, response: Response, logger: Logger): number {
  const failure = toKnownError(error);
  const { status, retryAfter } = errorTable[failure.code];
  if (status >= 500 && !isLogged(error)) logFailure(error, response, logger);
  const { headers, usage } = response.locals.requestContext;
  usage?.countError(failure.code);
  if (retryAfter !== undefined) headers['Retry-After'] = retryAfter;
  for (const refused of [failure, error])
    if (refused instanceof HttpError) Object.assign(headers, refused.headers);
  return sendJson(response, status, describeFailure(failure));
}

function isLogged(error: unknown): boolean {
  return error instanceof HttpError && error.isLogged;
}

function toKnownError(error: unknown): DomainError | HttpError {
  if (error instanceof HttpError && error.code === 'service_unavailable') return unavailable;
  if (error instanceof DomainError || error instanceof HttpError) return error;
  // Express could not decode the path; the paths of the API are decoded by our own router.
  if (error instanceof URIError) return new HttpError('route_not_found');
  const isTemporary = error instanceof BulkWorkBusyError || error instanceof ObjectStoreError;
  return isTemporary || isDatabaseUnavailable(error) ? unavailable : new HttpError('internal_error');
}

const unavailable = new HttpError('service_unavailable', { headers: { 'Retry-After': 2 } });

function logFailure(error: unknown, response: Response, logger: Logger): void {
  const { requestId, tenantId, operationId } = response.locals.requestContext;
  logger.error({ err: error, requestId, tenantId, operationId }, 'request failed');
}

function logAborted(response: Response, logger: Logger): void {
  const { requestId, tenantId, operationId } = response.locals.requestContext;
  logger.info({ requestId, tenantId, operationId }, 'request aborted by the client');
}
