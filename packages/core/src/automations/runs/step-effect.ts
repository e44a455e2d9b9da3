/** What a step did: a note for the log, and how many of the following steps to leave out. */
export interface StepEffect {
  readonly result?: object;
  readonly skip?: number;
}
