import { type InvalidParams, invalidParam } from '../domain-error.js';
import { ValidationErrors } from '../validation-errors.js';

/** A value that only one record of a tenant may have. */
export interface UniqueValue {
  /** The parameter that names the value. */
  readonly path: string;
  readonly message: string;
}

/**
 * Runs work in which a unique constraint may be violated, and reports the violation as a validation error. It wraps the
 * transaction, because the violation rolls the transaction back.
 */
export async function reportUniqueViolation<Result>(
  { path, message }: UniqueValue,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidParam(path, 'not_unique', message);
    throw error;
  }
}

/**
 * Adds an error when another record was found that has the value, so that it is reported together with other errors.
 * The unique constraint still applies to concurrent requests.
 */
export function addIfNotUnique(
  errors: ValidationErrors,
  { path, message }: UniqueValue,
  other: object | null,
): void {
  if (other !== null) errors.add(path, 'not_unique', message);
}

/** Returns the error, if there is one, for a record that needs no other check. */
export function describeNotUnique(unique: UniqueValue, other: object | null): InvalidParams {
  const errors = new ValidationErrors();
  addIfNotUnique(errors, unique, other);
  return errors.invalidParams;
}

/** Returns a condition of Prisma on records other than the one that is changed; none is excluded for a new record. */
export function otherThan(id: string | undefined): { NOT?: { id: string } } {
  return id === undefined ? {} : { NOT: { id } };
}

/** PostgreSQL reports SQLSTATE 23505, and Prisma P2002. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === 'P2002');
}
