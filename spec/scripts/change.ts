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
  /** Every location with its operation or event; `user` is empty for a component and for the whole document. */
  readonly sites?: readonly Site[];
  /** The pointer of the declaration that has changed, in the earlier document. */
  readonly source?: string;
  /** The values that an enumeration has lost. */
  readonly lost?: readonly string[];
}

export interface Site {
  readonly location: string;
  readonly user: string;
  /** The pointer of the declaration there, which may refer to the one that has changed. */
  readonly source?: string;
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
  /** Who is affected by a breaking change; undefined if nobody has reported what is used. */
  readonly affected?: Affected;
}

export interface Affected {
  /** "read by acme (2 files); called by 3 keys in the last 30 days". */
  readonly sentence: string;
  /** False if no known consumer and no key uses what changes. */
  readonly isAnybody: boolean;
  /** True if the report of a consumer does not show for certain whether it uses what changes. */
  readonly isPerhaps: boolean;
}

export interface JudgedComparison extends Comparison {
  readonly changes: readonly JudgedChange[];
}

/** The key with which an acceptance identifies a change. */
export function changeKey({ rule, location }: Change): string {
  return `${rule} ${location}`;
}
