/** A connection that cannot be rolled back is broken: it is closed and not returned to the pool. */
export function rollBack(client: { query(text: string): Promise<unknown> }): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/**
 * Whether the connection does not respond; a rollback would then wait for the same timeout again. Prisma adds text
 * before the message.
 */
export function hasTimedOut(error: unknown): error is Error {
  return error instanceof Error && error.message.endsWith('Query read timeout');
}
