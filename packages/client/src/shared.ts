/** The exports that the clients of both versions share. */
export type {
  Hooks,
  RateLimit,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from './call/hooks.js';
export type { Middleware, MiddlewareCall } from './call/middleware.js';
export type { CallOptions, ClientOptions, TokenSource } from './call/options.js';
export { ApiError, type InvalidParams, isApiError } from './errors/api-error.js';
export { ConnectionError } from './errors/connection-error.js';
export { DeadlineError } from './errors/deadline-error.js';
export { ParleyError } from './errors/parley-error.js';
export { UnexpectedResponseError } from './errors/unexpected-response-error.js';
export type { MessageKey } from './operations/message-key.js';
export type { Client, Result } from './types/client.js';
