/** Functions for logs and metrics. An error that a hook throws is passed to `warn` and changes nothing. */
export interface Hooks {
  /** Called when an attempt is sent. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called when an attempt has ended, with a response of any status or with none. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called when an attempt has failed and another one follows after a delay. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

export interface RequestEvent {
  /** The operation, such as `GET /chats/{chatId}`. It has few values, so it is a good label for metrics. */
  readonly operation: string;
  readonly url: string;
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
  /** The `X-Request-Id` that was sent. */
  readonly requestId: string;
}

export interface ResponseEvent extends RequestEvent {
  /** Undefined when no response came. */
  readonly status: number | undefined;
  /** Why there is no response. */
  readonly error: Error | undefined;
  readonly durationMs: number;
  /** Undefined when the response has no such headers. */
  readonly rateLimit: RateLimit | undefined;
}

/** The number of the attempt that failed. */
export interface RetryEvent extends RequestEvent {
  /** Undefined when no response came. */
  readonly status: number | undefined;
  readonly error: Error;
  readonly delayMs: number;
}

export interface RateLimit {
  /** The requests that are allowed in a minute. */
  readonly limit: number;
  /** The requests that are left in this minute. */
  readonly remaining: number;
  /** The end of the minute in Unix seconds, by the clock of the service. It identifies the minute. */
  readonly reset: number;
  /** The end of the minute by the clock of this machine. */
  readonly resetAt: Date;
}
