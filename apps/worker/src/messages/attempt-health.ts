import { SendError } from '@parley/channels';
import type { EndpointHealth } from '../outbound-http/outcome/endpoint-health.js';

/** Turns the outcome of a call into a value, since a refusal by the provider is no failure of the call. */
export async function settle<Result>(work: Promise<Result>): Promise<PromiseSettledResult<Result>> {
  const [settled] = await Promise.allSettled([work]);
  return settled;
}

/** A provider that refuses this one message is healthy. */
export function healthOf(settled: PromiseSettledResult<unknown>): EndpointHealth {
  if (settled.status === 'fulfilled') return 'healthy';
  const error: unknown = settled.reason;
  if (!(error instanceof SendError)) return 'unknown';
  return error.retryable || error.mayHaveBeenSent ? 'failing' : 'healthy';
}
