import type { Span } from '@parley/tracing';
import type { RequestOutcome } from './request-outcome.js';

/**
 * Adds the outcome of a request to its span. The URL, the message and the body of the response are not recorded,
 * because they belong to the receiver.
 */
export function noteOutcome(span: Span | undefined, outcome: RequestOutcome): void {
  if (outcome.kind === 'failed') span?.fail(outcome.reason);
  else {
    span?.set({ 'http.response.status_code': outcome.statusCode });
    if (outcome.statusCode < 200 || outcome.statusCode > 299) span?.fail(String(outcome.statusCode));
  }
}
