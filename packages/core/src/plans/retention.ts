/** The number of days for which each kind of data is kept. Null means until somebody deletes it. */
export interface Retention {
  /** Events with their deliveries and attempts. */
  readonly events: number | null;
  readonly messages: number | null;
  /** Runs with their steps; the days count from the end of a run. */
  readonly automationRuns: number | null;
  /** The days count from the end of the occurrence. The totals of the campaign are kept. */
  readonly campaignSends: number | null;
  /** Files that nothing has ever referred to. */
  readonly unusedFiles: number | null;
  /** Files that something referred to, and that nothing refers to any more. */
  readonly releasedFiles: number | null;
  readonly idempotencyKeys: number | null;
  /** Dead jobs of all workspaces together, because they are kept for the operator. */
  readonly deadJobs: number | null;
}

export type RetentionKind = keyof Retention;

interface RetentionTerms {
  readonly days: number | null;
  readonly min: number;
  readonly max: number;
  /** Whether data of this kind may be kept forever. */
  readonly mayBeKept: boolean;
  /** Whether all workspaces have the same number. */
  readonly isShared: boolean;
}

/** How long each kind of data is kept; docs/decisions/0042 has the reasons for the numbers. */
export const retentionTerms: Readonly<Record<RetentionKind, RetentionTerms>> = {
  events: { days: 30, min: 1, max: 400, mayBeKept: false, isShared: false },
  messages: { days: null, min: 1, max: 36_500, mayBeKept: true, isShared: false },
  automationRuns: { days: 90, min: 1, max: 36_500, mayBeKept: true, isShared: false },
  campaignSends: { days: 180, min: 1, max: 36_500, mayBeKept: true, isShared: false },
  unusedFiles: { days: null, min: 1, max: 36_500, mayBeKept: true, isShared: false },
  releasedFiles: { days: 7, min: 1, max: 36_500, mayBeKept: true, isShared: false },
  idempotencyKeys: { days: 1, min: 1, max: 30, mayBeKept: false, isShared: false },
  deadJobs: { days: 30, min: 1, max: 400, mayBeKept: false, isShared: true },
};

// Object.keys loses the type of the keys. The table has only keys of this type.
export const retentionKinds = Object.keys(retentionTerms) as readonly RetentionKind[];

// Object.fromEntries loses the type of the keys, which are the keys of the table.
export const defaultRetention = Object.fromEntries(
  retentionKinds.map((kind) => [kind, retentionTerms[kind].days]),
) as unknown as Retention;

/** Finds what is wrong with a number of days for this kind; undefined when it is valid. */
export function findRetentionProblem(kind: RetentionKind, days: number | null): string | undefined {
  const { min, max, mayBeKept } = retentionTerms[kind];
  if (days === null) return mayBeKept ? undefined : `The ${kind} cannot be kept forever.`;
  if (Number.isInteger(days) && days >= min && days <= max) return undefined;
  return `The number of days for ${kind} must be a whole number from ${min} to ${max}.`;
}
