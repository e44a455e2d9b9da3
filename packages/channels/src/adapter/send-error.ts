/** A message that a provider did not accept, and what to do about it. */
export class SendError extends Error {
  /** The provider's own code if it has one, otherwise one of ours, such as `timeout` or `channel_not_configured`. */
  readonly code: string;
  readonly retryable: boolean;
  /** How long to wait before the next request, from the header Retry-After. */
  readonly retryAfterMs: number | undefined;
  /** The response was lost: sending again may deliver the message twice. */
  readonly mayHaveBeenSent: boolean;
  /** No message of the channel can be sent until its settings or secrets are changed. */
  readonly isOfChannel: boolean;

  constructor(code: string, message: string, details: SendErrorDetails) {
    super(message, { cause: details.cause });
    this.name = 'SendError';
    this.code = code;
    this.retryable = details.retryable;
    this.mayHaveBeenSent = details.mayHaveBeenSent ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.isOfChannel = details.isOfChannel ?? code === 'channel_not_configured';
  }
}

export interface SendErrorDetails {
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly mayHaveBeenSent?: boolean;
  readonly isOfChannel?: boolean;
  readonly cause?: unknown;
}

/** Returns an error that no retry can resolve, such as a message that this provider cannot express. */
export function cannotSend(code: string, message: string): SendError {
  return new SendError(code, message, { retryable: false });
}
