import type { DeliveryOutcome, FailureReason } from './request-outcome.js';

export type EndpointHealth = 'healthy' | 'failing' | 'unknown';

/** What an outcome says about the health of the endpoint, whatever it means for the one delivery. */
export function judgeEndpoint(outcome: DeliveryOutcome): EndpointHealth {
  if (outcome.kind === 'failed') return isOurs(outcome.reason) ? 'unknown' : 'failing';
  // Other refusals, such as 400, come from a receiver that is well and dislikes this one event.
  const isOverwhelmed = outcome.statusCode === 408 || outcome.statusCode === 429;
  return isOverwhelmed || outcome.statusCode >= 500 ? 'failing' : 'healthy';
}

function isOurs(reason: FailureReason): boolean {
  return reason === 'aborted' || reason === 'internal';
}
