export type HttpMethod = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** A feature of the service that a plan may not include. */
export type PlanFeature = 'automations' | 'campaigns' | 'webhooks';

/** How the filter language compares a field. */
export type FieldKind = 'id' | 'text' | 'enum' | 'timestamp' | 'number' | 'boolean' | 'attribute';

/** What a tool for models does to the workspace. */
export type ToolHint = 'read-only' | 'additive' | 'outgoing' | 'destructive';

/** What the contract declares about an operation beyond its schemas. */
export interface Operation {
  readonly operationId: string;
  readonly method: HttpMethod;
  /** Template relative to the base path of the version. */
  readonly path: string;
  /** The scopes of the operation; a token needs all of them. */
  readonly scopes: readonly string[];
  readonly planFeature: PlanFeature | null;
  readonly bodyLimitBytes: number;
  /** Whether the operation accepts `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Whether the operation adds jobs to the queue, of which a workspace may have a limited number. */
  readonly addsJobs: boolean;
  /** Errors that the operation never returns, but declares because the specification does so everywhere. */
  readonly impossibleErrors: readonly string[];
  readonly deprecated: boolean;
  /** Whether the operation is not in the published specification. */
  readonly extension: boolean;
  /**
   * The fields that a search can filter by; null if the operation is not a search. A name that ends in `.*` matches the
   * attributes that a tenant defines; each is compared by its own type.
   */
  readonly filterFields: Readonly<Record<string, FieldKind>> | null;
  /** The filter fields that the search can also sort by. */
  readonly sortFields: readonly string[] | null;
  /** The v3 operation that replaces this one; null when none does. */
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
