import { readTrace, type Span, startEntrySpan } from '@parley/tracing';
import type { Request, RequestHandler, Response } from 'express';

/**
 * The paths whose requests are recorded. Probes, metrics and pages of the docs would fill a collector with spans that
 * nobody reads.
 */
const tracedPath = /^\/(?:v\d+|ingress|files)\//;

/**
 * Continues the trace of the caller (header `traceparent`), or begins one. While spans are not recorded, the position of
 * the caller is still stored with what the request causes; without the header, nothing happens. The database of the
 * request carries the position (`inTrace`).
 */
export const traceRequests: RequestHandler = (request, response, next) => {
  const caller = readTrace(request.headers.traceparent);
  const span = tracedPath.test(request.path) ? startEntrySpan(describeSpan(request), caller) : undefined;
  response.locals.requestContext.trace = span?.trace ?? caller;
  if (span) response.on('close', () => endSpan(span, request, response));
  next();
};

function describeSpan({ method, protocol }: Request) {
  const attributes = { 'http.request.method': method, 'url.scheme': protocol };
  return { name: method, kind: 'server', attributes } as const;
}

function endSpan(span: Span, { method }: Request, response: Response): void {
  const { route, tenantId } = response.locals.requestContext;
  if (route !== undefined) span.rename(`${method} ${route}`);
  const status = response.headersSent ? response.statusCode : undefined;
  span.set({ 'http.route': route, 'http.response.status_code': status, 'parley.tenant.id': tenantId });
  if (status === undefined) span.fail('client_closed_request');
  else if (status >= 500) span.fail(String(status));
  span.end();
}
