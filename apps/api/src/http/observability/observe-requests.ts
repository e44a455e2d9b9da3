import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';

/**
 * Writes one log line and one observation for each request, once it is over. Neither the query, nor a header, nor the token
 * in the path of a file is logged, since they can be secrets.
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

/** Anyone who knows the token of a file can read it, so that it is removed from mistyped URLs too. */
function withoutFileToken(path: string): string {
  return path.replace(/^\/*files\/.+/i, '/files/{token}');
}

const maxPathLength = 1_000;

/** An unauthenticated caller must not fill the log with very long paths. No path of the API is nearly as long. */
function shorten(path: string): string {
  return path.length <= maxPathLength ? path : `${path.slice(0, maxPathLength)}...`;
}

/** The client closed the connection before the response; nginx introduced this status. */
const clientClosedRequest = 499;
