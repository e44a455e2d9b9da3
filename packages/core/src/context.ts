import type { Database } from '@parley/database';

/** For whom a use case runs, and the parts of the world it may touch. */
export interface Context {
  readonly database: Database;
  readonly tenantId: string;
  readonly now: () => Date;
  /** Present when the caller asked that this request take effect only once. */
  readonly idempotency?: IdempotencyRequest;
}

export interface IdempotencyRequest {
  readonly key: string;
  readonly operationId: string;
  /** Tells apart two requests that use the same key. */
  readonly requestHash: string;
  /** Set when the result is the one stored by an earlier request. */
  replayed: boolean;
}
