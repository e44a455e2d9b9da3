import type { OutgoingHttpHeaders } from 'node:http';
import type { Trace } from '@parley/tracing';
import type { RequestHandler } from 'express';
import { createRequestId } from './request-id.js';

declare global {
  namespace Express {
    interface Locals {
      requestContext: RequestContext;
    }
  }
}

/** State of one request while it is processed, and the headers of its response. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: number;
  /** When a stream began, which lasts as long as its reader wants. */
  streamedAt: number | undefined;
  /** All headers are written together with the response, which is cheaper than setting them one by one. */
  readonly headers: OutgoingHttpHeaders;
  version: string | undefined;
  operationId: string | undefined;
  /** The template of the path, such as `/v3/chats/{chatId}`. */
  route: string | undefined;
  tenantId: string | undefined;
  /** Counts the error of the request, once its caller is known. */
  usage: ErrorUsage | undefined;
  /** The position of the request in its trace, if it belongs to one. */
  trace: Trace | undefined;
}

interface ErrorUsage {
  countError(messageKey: string): void;
}

/** Assigns an id to every request, and adds the common headers to every response. */
export function createContextStarter(baseHeaders: OutgoingHttpHeaders): RequestHandler {
  return (request, response, next) => {
    const requestId = createRequestId(request.headers['x-request-id']);
    response.locals.requestContext = {
      requestId,
      startedAt: performance.now(),
      streamedAt: undefined,
      headers: { 'X-Request-Id': requestId, ...baseHeaders },
      version: undefined,
      operationId: undefined,
      route: undefined,
      tenantId: undefined,
      usage: undefined,
      trace: undefined,
    };
    next();
  };
}
