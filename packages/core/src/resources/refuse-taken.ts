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
  /** The parameter that names it. */
  readonly path: string;
  readonly message: string;
  readonly resource: Resource<unknown>;
  /** Of the unique index, beside the tenant. The first is never null. */
  readonly columns: readonly [string, ...string[]];
}

/**
 * Runs work in which a unique constraint decides whether a value is free, so that of two at the same time one is refused.
 * It goes around the transaction: the violation has undone that already.
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

/** What a record would have; the id of the record that has it already, where it is changed. */
export interface WantedValue {
  readonly unique: UniqueValue;
  readonly values: ColumnValues;
  readonly id?: string | undefined;
}

/** Reports a value that is taken by now together with other errors. The constraint still decides. */
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

/** The same for a record that has no other errors. */
export async function findTaken(context: Context, wanted: WantedValue): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await checkTaken(readingOnly(context), context, { ...wanted, errors });
  return errors.invalidParams;
}

/** As PostgreSQL tells it (SQLSTATE 23505), and as Prisma does. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === 'P2002');
}
