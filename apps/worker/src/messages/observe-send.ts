import { SendError } from '@parley/channels';
import type { ProviderOutcome, WorkerMetrics } from '../metrics/worker-metrics.js';

/** Measures a call of a provider. */
export async function observeSend<Result>(
  sending: Promise<Result>,
  provider: string,
  metrics: Pick<WorkerMetrics, 'observeProviderCall'>,
): Promise<Result> {
  const startedMs = performance.now();
  const note = (outcome: ProviderOutcome) =>
    metrics.observeProviderCall(provider, outcome, performance.now() - startedMs);
  try {
    const result = await sending;
    note('sent');
    return result;
  } catch (error) {
    note(outcomeOf(error));
    throw error;
  }
}

function outcomeOf(error: unknown): ProviderOutcome {
  if (!(error instanceof SendError)) return 'error';
  if (error.mayHaveBeenSent) return 'unknown';
  return error.retryable ? 'unavailable' : 'refused';
}
