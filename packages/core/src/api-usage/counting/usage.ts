import type { UsageKind } from '@parley/database';

/** A name of the contract that a request or a delivery can use. Each name is one object, which is compared by identity. */
export interface Usage {
  readonly kind: UsageKind;
  /** The version of the API, such as `v3`. */
  readonly apiVersion: string;
  /** Null for event types. */
  readonly operationId: string | null;
  readonly name: string;
}

/** Who uses the API: an API key, or the workspace when there is no key. */
export interface UsageCaller {
  readonly tenantId: string;
  readonly keyId: string | undefined;
}

/** How often a caller has used a name on one day. */
export interface UsageCount {
  readonly caller: UsageCaller;
  readonly usage: Usage;
  /** The beginning of the day in UTC. */
  readonly day: Date;
  readonly count: number;
}
