/** The effect of a step: its result for the log, and the number of following steps to skip. */
export interface StepEffect {
  readonly result?: object;
  readonly skip?: number;
}
