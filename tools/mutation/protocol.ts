/** The tests of one file to run; all of them if no names are listed. */
export interface Selection {
  readonly file: string;
  readonly names: readonly string[] | undefined;
}

/** What a worker is asked to do: run tests of a file, with a mutant or without. */
export interface Task {
  readonly active: number | undefined;
  readonly selection: Selection;
}

export interface Outcome {
  /** The number of tests that ran. */
  readonly ran: number;
  /** The names of the tests that failed; a hook can fail without one. */
  readonly failed: readonly string[];
  /** The first failure. */
  readonly failure: string | undefined;
  readonly milliseconds: number;
  /** The functions that each test called; only when calls are recorded. */
  readonly tests: readonly {
    readonly name: string;
    readonly milliseconds: number;
    readonly calls: readonly string[];
  }[];
  /** The functions that were called outside of tests. */
  readonly outside: readonly string[];
}
