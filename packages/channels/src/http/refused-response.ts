import { SendError } from '../adapter/send-error.js';
import type { ProviderAnswer } from './call-provider.js';
import { parseRetryAfter } from './retry-after.js';

/** The error for an answer that is no success, in the provider's own words where it gave any. */
export function refusedAnswer(answer: ProviderAnswer, given: GivenError | undefined): SendError {
  const { status } = answer;
  const retryAfter = answer.header('retry-after');
  return new SendError(
    given?.code ?? `http_${status}`,
    given?.message ?? `The provider answered ${status}.`,
    {
      retryable: RETRYABLE_STATUSES.has(status) || status >= 500 || given?.temporary === true,
      retryAfterMs: retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, Date.now()),
      // A gateway's 5xx says nothing about the provider behind it; the provider's own error does, and so does a 503,
      // which means that the request was not handled (RFC 9110, section 15.6.4).
      mayHaveBeenSent: status >= 500 && status !== 503 && given === undefined,
    },
  );
}

/** The error that a provider described in its answer. */
export interface GivenError {
  readonly code: string;
  readonly message: string;
  readonly temporary: boolean;
}

/** The provider took the message and did not say under which id: it must not be sent again. */
export function answerWithoutId(provider: string): SendError {
  return new SendError('unreadable_answer', `${provider} took the message but its answer holds no id.`, {
    retryable: false,
    mayHaveBeenSent: true,
  });
}

export function isSuccess(answer: ProviderAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

export function jsonOf(answer: ProviderAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch {
    // A gateway's HTML page; the status alone then decides.
    return undefined;
  }
}

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);
