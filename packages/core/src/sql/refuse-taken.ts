import { invalidParam } from '../domain-error.js';

interface TakenValue {
  /** The parameter at fault. */
  readonly path: string;
  readonly message: string;
}

/**
 * Runs work in which a unique constraint decides whether a value is free, so that of two at the same time one is refused.
 * It goes around the transaction: the violation has undone that already.
 */
export async function refuseTaken<Result>(
  { path, message }: TakenValue,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidParam(path, 'not_unique', message);
    throw error;
  }
}

/** As PostgreSQL tells it (SQLSTATE 23505), and as Prisma does. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === 'P2002');
}
