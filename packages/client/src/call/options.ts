import type { Hooks } from './hooks.js';

export interface ClientOptions {
  /** Root of the service, such as `https://api.example.com`; the version is added. */
  readonly baseUrl: string;
  /**
   * Access token, without `Bearer`; or a function that returns it, called before every attempt. When the service refuses a
   * token, the function is called once more with `refused: true`, so that it can fetch a fresh one.
   */
  readonly token: string | TokenSource;
  /** Milliseconds for a whole call, with its waits and retries. The default is 120,000, and does not count pacing. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for one attempt, to the last byte of its response; the default is 30,000. */
  readonly attemptTimeoutMs?: number | undefined;
  /** How often a call is retried where that is safe; the default is 4, and 0 means never. */
  readonly maxRetries?: number | undefined;
  /** Whether to wait when the requests of this minute are used up, instead of getting a 429; the default is `true`. */
  readonly pacing?: boolean | undefined;
  /**
   * Called when requests are sent and responses arrive, for logs and metrics. Hooks never see tokens, headers or
   * bodies.
   */
  readonly hooks?: Hooks | undefined;
  /** Receives warnings, such as that a version ends; the default is `console.warn`. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A function to use instead of the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export type TokenSource = (context: { readonly refused: boolean }) => string | Promise<string>;

/** Options of a single call. */
export interface CallOptions {
  /** Stops the call at any time; the call then fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
