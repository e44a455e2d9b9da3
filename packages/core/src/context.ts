import type { Database } from '@parley/database';
import type { Limits } from './plans/plans.js';
import type { Sizes } from './sizes.js';

/** The tenant that a use case runs for, and its dependencies. */
export interface Context {
  readonly database: Database;
  readonly tenantId: string;
  readonly now: () => Date;
  /** How much one step of the work does. */
  readonly sizes: Sizes;
  /**
   * The limits of the workspace of the caller; absent when the service itself continues work that was accepted earlier.
   */
  readonly limits?: Limits;
  /** The number of waiting jobs; present when the work may add only as many jobs as `limits` allows. */
  readonly waitingJobs?: number;
  /** The scopes of the caller, where `*` contains all; absent when the service itself continues work. */
  readonly scopes?: ReadonlySet<string>;
  /** Who acts, for the audit log; absent when the service itself continues work. */
  readonly actor?: Actor;
  /** Set for the work of a campaign: the jobs that follow from it wait behind interactive ones. */
  readonly isBulk?: boolean;
  /** Present when the caller sent an idempotency key. */
  readonly idempotency?: IdempotencyRequest;
}

export interface Actor {
  /** `issuer`: a token of another issuer, which names no key of ours. */
  readonly type: 'api_key' | 'issuer' | 'operator';
  readonly keyId?: string | undefined;
  readonly requestId?: string;
}

export interface IdempotencyRequest {
  readonly key: string;
  readonly operationId: string;
  /** Distinguishes two requests that use the same key. */
  readonly requestHash: string;
  /** Whether the result was stored by an earlier request. */
  replayed: boolean;
}
