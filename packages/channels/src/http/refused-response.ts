import { SendError } from '../adapter/send-error.js';
import type { ProviderResponse, ResponseHead } from './call-provider.js';
import { parseRetryAfter } from './retry-after.js';

/**
 * Returns the error for a response without a success status, with the provider's own code and message if there are any.
 */
export function refusedResponse(response: ResponseHead, given: ProviderError | undefined): SendError {
  const { status, receivedAt } = response;
  const retryAfter = response.header('retry-after');
  return new SendError(
    given?.code ?? `http_${status}`,
    given?.message ?? `The provider responded with the status ${status}.`,
    {
      retryable: RETRYABLE_STATUSES.has(status) || status >= 500 || given?.temporary === true,
      retryAfterMs: retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, receivedAt.getTime()),
      // After a 5xx of a gateway, it is unknown whether the provider behind it has the message. An error that the
      // provider describes, or a 503, means that the request was not handled (RFC 9110, section 15.6.4).
      mayHaveBeenSent: status >= 500 && status !== 503 && given === undefined,
      isOfChannel: status === 401,
    },
  );
}

/** The error that a provider describes in its response. */
export interface ProviderError {
  readonly code: string;
  readonly message: string;
  readonly temporary: boolean;
}

/** Returns the error for a provider that accepted a message but returned no id. The message must not be sent again. */
export function responseWithoutId(provider: string): SendError {
  return new SendError('unreadable_answer', `${provider} accepted the message, but its response has no id.`, {
    retryable: false,
    mayHaveBeenSent: true,
  });
}

export function isSuccess(response: ResponseHead): boolean {
  return response.status >= 200 && response.status < 300;
}

export function jsonOf(response: ProviderResponse): unknown {
  try {
    return JSON.parse(response.body.toString('utf8'));
  } catch {
    // The body may be the HTML page of a gateway; the status alone then decides.
    return undefined;
  }
}

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);
