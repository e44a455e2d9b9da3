import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import type { Resource } from './resource.js';

/**
 * Locks a record until the transaction ends, and returns its id as it is stored. Read the record by a later statement:
 * this one sees other tables as they were before it had to wait.
 */
export async function lockById(
  { sql }: Transaction,
  { tenantId }: Context,
  resource: Resource<unknown>,
  id: string,
): Promise<string> {
  const [locked] = isId(id) ? await sql(resource.statements.lock, [tenantId, id]) : [];
  if (locked === undefined) throw notFound(resource.name);
  return locked.id;
}
