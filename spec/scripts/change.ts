import type { Version } from './versions.js';

export type Severity = 'breaking' | 'addition' | 'other';

/** One difference between the last release and the documents as they are now. */
export interface Change {
  /** The kind of the change: a rule of Redocly or one of ours. */
  readonly rule: string;
  /** The location as the report shows it: `GET /chats/{chatId} > 200 > body.data.status`. */
  readonly location: string;
  readonly sentence: string;
  readonly severity: Severity;
}

export interface Comparison {
  readonly version: Version;
  /** `info.version` of the last release; null when there has been none. */
  readonly released: string | null;
  readonly current: string;
  readonly changes: readonly Change[];
}

export interface JudgedChange extends Change {
  /** Why a breaking change is intended; undefined when nobody accepted it. */
  readonly acceptedFor: string | undefined;
}

export interface JudgedComparison extends Comparison {
  readonly changes: readonly JudgedChange[];
}

/** The key by which an acceptance names a change. */
export function changeKey({ rule, location }: Change): string {
  return `${rule} ${location}`;
}
