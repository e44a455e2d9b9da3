/** Ids of rows that remain when others are excluded, as SQL. */
export interface RemainingIds {
  /** Named queries that the statements use. */
  readonly queries: readonly string[];
  /** Statements that together return the ids. Each ends with a condition. */
  readonly ids: readonly string[];
  /** The rows that lack one of these values remain as well. */
  readonly absent?: readonly OwnedValues[];
}

/** Values in another table, each of which belongs to a searched row that exists. */
export interface OwnedValues {
  /** The values, as text after `from` that ends with a condition. */
  readonly from: string;
  /** The id of the row that a value belongs to. */
  readonly owner: string;
  /** If a row has at most one of these values: the columns of the index that has them by their owner. */
  readonly columns?: readonly string[];
  /** The condition that rows without these values are searched. */
  readonly isUsed?: string;
}
