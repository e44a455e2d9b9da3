import { type NotFoundResource, notFound } from '../domain-error.js';

/**
 * Runs work that refers to a record that existed before and may have been deleted since. It wraps the transaction,
 * because a foreign key violation rolls the transaction back.
 */
export async function reportMissingReference<Result>(
  resource: NotFoundResource,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isForeignKeyViolation(error, `${resource}_id_fkey`)) throw notFound(resource);
    throw error;
  }
}

/** SQLSTATE 23503. The name of a foreign key ends with its last column. */
function isForeignKeyViolation(error: unknown, ending: string): boolean {
  const { code, constraint } = Object(error);
  return code === '23503' && String(constraint).endsWith(ending);
}
