/** How the users of v2 come to v3: what replaces each operation and each event, and where every field went. */
export interface Migration {
  readonly operations: readonly OperationMigration[];
  readonly events: readonly EventMigration[];
}

export interface OperationMigration {
  readonly operationId: string;
  /** Of v3; null when nothing replaces it. */
  readonly successor: string | null;
  /** Further calls of v3, which v2 did by itself; the response is that of the last one. */
  readonly followedBy: readonly string[];
  readonly note: string | null;
  /** Fields begin with `path` or `body`. */
  readonly request: readonly FieldMigration[];
  readonly response: readonly FieldMigration[];
}

export interface EventMigration {
  /** The event type of v2, and that of v3; null when there is none. */
  readonly type: string;
  readonly successor: string | null;
  readonly note: string | null;
  readonly body: readonly FieldMigration[];
}

/** `[]` stands for the items of a list, `{}` for the values of an object by name, `{key}` for its names. */
export interface FieldMigration {
  readonly from: string;
  /** Null when it is gone. */
  readonly to: string | null;
  /** How its values are called on v3. A list: in a request all of them, in a response any of them. */
  readonly values: Readonly<Record<string, string | readonly string[]>> | null;
  /** What to write there, with `{value}` in the place of the value. */
  readonly template: string | null;
  /** What else is to be set with it. */
  readonly with: Readonly<Record<string, string>> | null;
  /** Why it is gone, or what is different. */
  readonly note: string | null;
}
