/** Returns one line for an error that the user can correct, and the whole stack trace for a bug. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Parley could not start: ${String(error)}`;
  const isFailure =
    error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError;
  const reason = error.message || ('code' in error ? String(error.code) : error.name);
  return `Parley could not start. ${isFailure ? error.stack : reason}`;
}
