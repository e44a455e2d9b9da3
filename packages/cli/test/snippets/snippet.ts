/** A few lines of a project, after a header that reads `chat` with getChat. */
export interface Snippet {
  readonly name: string;
  readonly code: string;
  /** Every use of the snippet, with the section of the file that has it. */
  readonly expected: readonly string[];
}
