/** The checks of one operation, as JavaScript. */
export interface RequestSource {
  readonly operationId: string;
  readonly parameters: readonly object[];
  /** CommonJS modules that export the function. The formats of the validator are in scope as `formats`. */
  readonly checkParameters: string;
  readonly checkBody: string;
}
