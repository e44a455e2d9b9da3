import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';

/**
 * Writes one log line and one observation per request when it has ended. The query, the headers and the token in the
 * path of a file are not logged, since they can be secrets.
 */
export function createObserver(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const path = shorten(withoutFileToken(request.path));
    response.on('close', () => {
      const { requestContext } = response.locals;
      const status = response.headersSent ? response.statusCode : clientClosedRequest;
      metrics.observe(requestContext, request.method, status);
      logger.info(
        {
          requestId: requestContext.requestId,
          ...(requestContext.trace && { trace_id: requestContext.trace.traceId }),
          tenantId: requestContext.tenantId,
          operationId: requestContext.operationId,
          method: request.method,
          path,
          status,
          durationMs: Math.round((performance.now() - requestContext.startedAt) * 1_000) / 1_000,
        },
        'request',
      );
    });
    next();
  };
}

/** Anyone who knows the token of a file can read the file, so the token is removed from mistyped URLs too. */
function withoutFileToken(path: string): string {
  return path.replace(/^\/*files\/.+/i, '/files/{token}');
}

const maxPathLength = 1_000;

/** Limits the length, since an unauthenticated caller must not fill the log. All paths of the API are much shorter. */
function shorten(path: string): string {
  return path.length <= maxPathLength ? path : `${path.slice(0, maxPathLength)}...`;
}

/** The client closed the connection before the response began; 499 is nginx's own, non-standard status for this. */
const clientClosedRequest = 499;
