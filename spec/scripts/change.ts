import type { Version } from './versions.js';

export type Severity = 'breaking' | 'addition' | 'other';

/** One difference between the last release and the current documents. */
export interface Change {
  /** The kind of the change, such as `property-removed`. */
  readonly rule: string;
  /** The location as the report shows it: `GET /chats/{chatId} > 200 > body.data.status`. */
  readonly location: string;
  readonly sentence: string;
  readonly severity: Severity;
  /** Every location that has the change; the first of them is `location`. */
  readonly places?: readonly string[];
  /** The operations (by `operationId`) and events that have the change. */
  readonly users?: readonly string[];
}

export interface Comparison {
  readonly version: Version;
  /** `info.version` of the earlier document; null when there has been no release. */
  readonly released: string | null;
  readonly current: string;
  readonly changes: readonly Change[];
  /** The commit that the branch started from, if the comparison is with it and not with the last release. */
  readonly since?: string;
}

export interface JudgedChange extends Change {
  /** Why a breaking change is intended; undefined if it is not accepted. */
  readonly acceptedFor: string | undefined;
}

export interface JudgedComparison extends Comparison {
  readonly changes: readonly JudgedChange[];
}

/** The key with which an acceptance identifies a change. */
export function changeKey({ rule, location }: Change): string {
  return `${rule} ${location}`;
}
