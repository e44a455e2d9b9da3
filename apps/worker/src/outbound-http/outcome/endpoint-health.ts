import type { FailureReason, RequestOutcome } from './request-outcome.js';

export type EndpointHealth = 'healthy' | 'failing' | 'unknown';

/** Returns what an outcome says about the health of the endpoint, regardless of what it means for this request. */
export function endpointHealthOf(outcome: RequestOutcome): EndpointHealth {
  if (outcome.kind === 'failed') return isOurs(outcome.reason) ? 'unknown' : 'failing';
  // Other refusals, such as 400, come from a healthy receiver that refuses this one event.
  const isOverwhelmed = outcome.statusCode === 408 || outcome.statusCode === 429;
  return isOverwhelmed || outcome.statusCode >= 500 ? 'failing' : 'healthy';
}

function isOurs(reason: FailureReason): boolean {
  return reason === 'aborted' || reason === 'internal';
}
