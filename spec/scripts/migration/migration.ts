/** The migration from v2 to v3: what replaces each operation, each event and each field. */
export interface Migration {
  readonly operations: readonly OperationMigration[];
  readonly events: readonly EventMigration[];
}

export interface OperationMigration {
  readonly operationId: string;
  /** The operation of v3; null when nothing replaces it. */
  readonly successor: string | null;
  /** Further v3 calls that are needed where v2 needs only one call. The response is the response of the last call. */
  readonly followedBy: readonly string[];
  readonly note: string | null;
  /** The fields of the request; each begins with `path` or `body`. */
  readonly request: readonly FieldMigration[];
  readonly response: readonly FieldMigration[];
}

export interface EventMigration {
  /** The event type of v2, and the one of v3; null when there is none. */
  readonly type: string;
  readonly successor: string | null;
  readonly note: string | null;
  readonly body: readonly FieldMigration[];
}

/** `[]` means the items of a list, `{}` the values of an object by name, `{key}` its names. */
export interface FieldMigration {
  readonly from: string;
  /** Null when v3 does not have it. */
  readonly to: string | null;
  /** The names of its values in v3. A list means all of them in a request, and any of them in a response. */
  readonly values: Readonly<Record<string, string | readonly string[]>> | null;
  /** A template of the new value, with `{value}` in place of the old one. */
  readonly template: string | null;
  /** Further fields to set with it. */
  readonly with: Readonly<Record<string, string>> | null;
  /** Why v3 does not have it, or what is different. */
  readonly note: string | null;
}
