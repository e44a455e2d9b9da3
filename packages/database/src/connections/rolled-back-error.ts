/**
 * A transaction that PostgreSQL has rolled back instead of committing it, because a statement has failed and the work
 * has hidden the error. PostgreSQL itself reports no error then. The cause is the hidden error, if it is known.
 */
export class RolledBackError extends Error {
  constructor(cause?: unknown) {
    super('A statement has failed, so the transaction was rolled back.', { cause });
    this.name = 'RolledBackError';
  }
}

/** Whether a statement failed only because an earlier one had failed (SQLSTATE 25P02). */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}
