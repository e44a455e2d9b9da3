import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { makeRequestId } from './request-id.js';

declare global {
  namespace Express {
    interface Locals {
      exchange: Exchange;
    }
  }
}

/** What is known of one request while it is answered, and the headers its answer will have. */
export interface Exchange {
  readonly requestId: string;
  readonly startedAt: number;
  /** Written all at once with the answer, which is cheaper than setting them one by one. */
  readonly headers: OutgoingHttpHeaders;
  version: string | undefined;
  operationId: string | undefined;
  tenantId: string | undefined;
}

/** Begins every request: an id and the headers that every answer has. */
export function createExchangeStarter(baseHeaders: OutgoingHttpHeaders): RequestHandler {
  return (request, response, next) => {
    const requestId = makeRequestId(request.headers['x-request-id']);
    response.locals.exchange = {
      requestId,
      startedAt: performance.now(),
      headers: { 'X-Request-Id': requestId, ...baseHeaders },
      version: undefined,
      operationId: undefined,
      tenantId: undefined,
    };
    next();
  };
}
