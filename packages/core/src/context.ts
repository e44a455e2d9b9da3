import type { Database } from '@parley/database';

/** The tenant that a use case runs for, and its dependencies. */
export interface Context {
  readonly database: Database;
  readonly tenantId: string;
  readonly now: () => Date;
  /** Present when the caller sent an idempotency key. */
  readonly idempotency?: IdempotencyRequest;
}

export interface IdempotencyRequest {
  readonly key: string;
  readonly operationId: string;
  /** Distinguishes two requests that use the same key. */
  readonly requestHash: string;
  /** Set when the result is the one stored by an earlier request. */
  replayed: boolean;
}
