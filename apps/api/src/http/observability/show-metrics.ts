import { sendsMetricsToken } from '@parley/config';
import type { RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import { metricsError } from '../auth/auth-errors.js';
import type { FailureLimit } from '../limits/failure-limit.js';
import { sendText } from '../response/send-text.js';

export interface MetricsAccess {
  readonly metricsPort: number | undefined;
  readonly metricsToken: string | undefined;
  readonly areMetricsOpen: boolean;
}

/** Whether the port of the API serves `/metrics`: with a token, or without one in a local trial. */
export function servesMetrics({ metricsPort, metricsToken, areMetricsOpen }: MetricsAccess): boolean {
  return metricsPort === undefined && (metricsToken !== undefined || areMetricsOpen);
}

export interface MetricsHandlerOptions {
  readonly registry: Registry;
  readonly token: string | undefined;
  readonly failures: FailureLimit;
}

export function showMetrics({ registry, token, failures }: MetricsHandlerOptions): RequestHandler {
  return async (request, response) => {
    if (!sendsMetricsToken(request.headers.authorization, token)) {
      failures.count(request.ip ?? '', 'metrics');
      throw metricsError();
    }
    sendText(response, registry.contentType, await registry.metrics());
  };
}
