/** Whether the server has canceled a statement, because of its timeout or for an operator (SQLSTATE 57014). */
export function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}
