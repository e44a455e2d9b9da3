/** For logs and metrics. An error that a hook throws goes to `warn` and changes nothing. */
export interface Hooks {
  /** A try goes out. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** A try has ended, with a response of any status or with none. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** A try has failed, and another one follows after a wait. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

export interface RequestEvent {
  /** Which operation, as `GET /chats/{chatId}`: a good label for metrics, having few values. */
  readonly operation: string;
  readonly url: string;
  /** Counted from 1. */
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

/** Of the try that failed. */
export interface RetryEvent extends RequestEvent {
  /** Undefined when no response came. */
  readonly status: number | undefined;
  readonly error: Error;
  readonly delayMs: number;
}

export interface RateLimit {
  /** Requests a minute. */
  readonly limit: number;
  /** Requests left in this minute. */
  readonly remaining: number;
  /** The end of the minute in Unix seconds, by the clock of the service; it tells one minute from the next. */
  readonly reset: number;
  /** The same by the clock of this machine. */
  readonly resetAt: Date;
}
