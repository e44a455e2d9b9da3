import type { Hooks } from './hooks.js';

export interface ClientOptions {
  /** Root of the service, such as `https://api.example.com`; the version is added. */
  readonly baseUrl: string;
  /**
   * Access token, without `Bearer`; or a function that gives it, asked before every try. When the service refuses a
   * token, a function is asked once more with `refused: true`, so that it can fetch a fresh one.
   */
  readonly token: string | TokenSource;
  /** Milliseconds for a whole call, with its waits and retries. Unless told: 120,000, and pacing does not count. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for one try, to the last byte of its answer; 30,000 unless told. */
  readonly attemptTimeoutMs?: number | undefined;
  /** How often a call is repeated where that is safe; 4 unless told, 0 for never. */
  readonly maxRetries?: number | undefined;
  /** Whether to wait when the requests of this minute are used up, rather than to be refused; on unless told. */
  readonly pacing?: boolean | undefined;
  /** Called as requests go out and come back, for logs and metrics. They never see tokens, headers or bodies. */
  readonly hooks?: Hooks | undefined;
  /** Takes what you should know, such as that a version ends; `console.warn` unless told. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Instead of the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export type TokenSource = (context: { readonly refused: boolean }) => string | Promise<string>;

/** What can be told to a single call. */
export interface CallOptions {
  /** Stops the call, in whatever state it is; it then fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
