import type { ProviderCallOptions } from '../adapter/channel-adapter.js';
import { SendError } from '../adapter/send-error.js';
import { isRecord } from '../payload/read-value.js';

const DEFAULT_TIMEOUT_MS = 15_000;

/** Returns one signal for the whole exchange: it combines the signal of the caller and the deadline. */
export function exchangeDeadline(options: ProviderCallOptions): AbortSignal {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
}

/** Returns the error of an exchange that was interrupted; it is unknown whether the provider accepted the message. */
export function interruptedExchange(signal: AbortSignal, cause: unknown): SendError {
  const byDeadline = isRecord(signal.reason) && signal.reason.name === 'TimeoutError';
  return byDeadline
    ? new SendError('timeout', 'The provider did not respond in time.', { ...UNKNOWN_OUTCOME, cause })
    : new SendError('aborted', 'Sending was stopped before the provider responded.', {
        ...UNKNOWN_OUTCOME,
        cause,
      });
}

const UNKNOWN_OUTCOME = { retryable: true, mayHaveBeenSent: true };
