/** What a job needs to start. */
export interface JobNeeds {
  /** The number of its deliveries; the default is 1. */
  readonly size?: number;
  /** Whether it only adds to a statement that it shares with other jobs; the default is no. */
  readonly sharesStatement?: boolean;
  /** Whether it can run for long; the default is no. */
  readonly mayTakeLong?: boolean | undefined;
  /** The default is no limit. */
  readonly taskLimit?: TaskLimit | undefined;
}

/** Limits how many jobs of a task run in this worker at a time. */
export interface TaskLimit {
  readonly task: string;
  readonly most: number;
}
