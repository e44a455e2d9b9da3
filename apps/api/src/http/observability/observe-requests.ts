import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';

/**
 * One log line and one observation for each request, once it is over. Neither the query nor any header is logged:
 * both may hold secrets. Nor is the part of a path that is one.
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

/** Whoever knows the token of a file may read it, also where the URL was mistyped. */
function withoutFileToken(path: string): string {
  return path.replace(/^\/*files\/.+/i, '/files/{token}');
}

const maxPathLength = 1_000;

/** A stranger must not fill the log with paths as long as a head may be; no path of ours comes near. */
function shorten(path: string): string {
  return path.length <= maxPathLength ? path : `${path.slice(0, maxPathLength)}...`;
}

/** Nobody was there to be answered; nginx made this number customary. */
const clientClosedRequest = 499;
