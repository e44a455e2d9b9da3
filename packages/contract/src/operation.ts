export type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** A part of the service that a plan may lack. */
export type PlanFeature = 'automations' | 'campaigns' | 'webhooks';

/** How the filter language compares a field. */
export type FieldKind = 'id' | 'text' | 'enum' | 'timestamp' | 'number' | 'boolean' | 'attribute';

/** What the contract says of an operation beyond its shapes. */
export interface Operation {
  readonly operationId: string;
  readonly method: HttpMethod;
  /** Template relative to the base path of the version. */
  readonly path: string;
  /** A token needs all of them. */
  readonly scopes: readonly string[];
  readonly planFeature: PlanFeature | null;
  readonly bodyLimitBytes: number;
  /** Whether it honours `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Errors that it declares, as the specification does for every operation, and never returns. */
  readonly impossibleErrors: readonly string[];
  readonly deprecated: boolean;
  /** Whether it goes beyond the published specification. */
  readonly extension: boolean;
  /**
   * The fields a search can filter by; null when it is not a search. A name that ends in `.*` stands for fields that
   * a tenant defines, of the kind `attribute`: each compares by the type that it was given.
   */
  readonly filterFields: Readonly<Record<string, FieldKind>> | null;
  /** Those of them that it can also sort by. */
  readonly sortFields: readonly string[] | null;
  /** The v3 operation that replaces it; null when none does. */
  readonly successor: string | null;
}

export interface ApiVersion {
  readonly version: string;
  readonly basePath: string;
  /** When the version was deprecated, ISO 8601; null when it is current. */
  readonly deprecatedAt: string | null;
  /** When the version ends, ISO 8601; null when no end is known. */
  readonly sunsetAt: string | null;
  readonly operations: Readonly<Record<string, Operation>>;
}
