import type { Context } from '../context.js';
import { type InvalidParams, invalidParam } from '../domain-error.js';
import { isId } from '../ids.js';
import { readingOnly } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';
import { ValidationErrors } from '../validation-errors.js';
import type { Resource } from './resource.js';
import type { ColumnValues } from './write-record.js';

/** A value that only one record of a tenant may have. */
export interface UniqueValue {
  /** The parameter that names the value. */
  readonly path: string;
  readonly message: string;
  readonly resource: Resource<unknown>;
  /** The columns of the unique index, besides the tenant. The first is never null. */
  readonly columns: readonly [string, ...string[]];
}

/**
 * Runs work in which a unique constraint may be violated, and reports the violation as a validation error. It wraps the
 * transaction, because the violation rolls the transaction back.
 */
export async function refuseTaken<Result>(
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

/** The wanted values, and the id of the record that is changed. */
export interface WantedValue {
  readonly unique: UniqueValue;
  readonly values: ColumnValues;
  readonly id?: string | undefined;
}

/**
 * Adds an error when another record has the value, so that it is reported together with other errors. The constraint
 * still decides.
 */
export async function checkTaken(
  { sql }: Transaction,
  { tenantId }: Context,
  { unique, values, id, errors }: WantedValue & { readonly errors: ValidationErrors },
): Promise<void> {
  const { path, message, resource, columns } = unique;
  const isGiven = (column: string) => values[column] !== undefined;
  if (!columns.some(isGiven) || (id !== undefined && !isId(id))) return;
  const given = columns.filter(isGiven);
  const conditions = columns.map((column, index) => {
    const value = isGiven(column) ? `$${given.indexOf(column) + 3}` : `(select ${column} from present)`;
    return `other.${column} ${index === 0 ? '=' : 'is not distinct from'} ${value}`;
  });
  const text = `with present as (select * from ${resource.table} where tenant_id = $1 and id = $2)
    select from ${resource.table} other
    where other.tenant_id = $1 and other.id is distinct from $2 and ${conditions.join(' and ')} limit 1`;
  const found = await sql({ text }, [tenantId, id ?? null, ...given.map((column) => values[column])]);
  if (found.length > 0) errors.add(path, 'not_unique', message);
}

/** Returns the error of a record that has no other checks. */
export async function findTaken(context: Context, wanted: WantedValue): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await checkTaken(readingOnly(context), context, { ...wanted, errors });
  return errors.invalidParams;
}

/** PostgreSQL reports SQLSTATE 23505, and Prisma P2002. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === 'P2002');
}
