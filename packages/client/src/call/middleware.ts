/** What a middleware gets: the request, and how it was called. */
export interface MiddlewareCall {
  readonly request: Request;
  /** The path as in the contract, with its braces: `/chats/{chatId}`. */
  readonly schemaPath: string;
  readonly params: {
    readonly query?: Readonly<Record<string, unknown>>;
    readonly header?: Readonly<Record<string, unknown>>;
    readonly path?: Readonly<Record<string, unknown>>;
    readonly cookie?: Readonly<Record<string, unknown>>;
  };
  /** The same for all callbacks of one call. */
  readonly id: string;
  readonly options: { readonly baseUrl: string };
}

// biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement returns void.
type Maybe<Value> = Value | undefined | void | Promise<Value | undefined | void>;

/** Changes requests and responses. It runs once per call, outside the retries. */
export interface Middleware {
  /** Returns another request to send, or a response instead of sending it. */
  onRequest?(call: MiddlewareCall): Maybe<Request | Response>;
  /** Returns another response. */
  onResponse?(call: MiddlewareCall & { readonly response: Response }): Maybe<Response>;
  /** Returns another error, or a response instead of it. */
  onError?(call: MiddlewareCall & { readonly error: unknown }): Maybe<Response | Error>;
}
