import type { RequestOutcome } from '../outbound-http/outcome/request-outcome.js';

/** The consequence of an outcome for the delivery. */
export type DeliveryVerdict =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'retry'; readonly afterMs?: number }
  /** The receiver responded with 410 (Gone). */
  | { readonly kind: 'gone' };

export function classifyOutcome(outcome: RequestOutcome): DeliveryVerdict {
  if (outcome.kind === 'failed') return { kind: 'retry' };
  const { statusCode, retryAfterMs } = outcome;
  if (statusCode >= 200 && statusCode < 300) return { kind: 'succeeded' };
  if (statusCode === 410) return { kind: 'gone' };
  return { kind: 'retry', ...(retryAfterMs !== undefined && { afterMs: retryAfterMs }) };
}
