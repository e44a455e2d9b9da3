import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';
import type { Resource } from './resource.js';

/**
 * Keeps everybody else from changing a record until the transaction ends, and gives its id as it is stored. The record
 * is read by a later statement: this one sees of other tables only what they were before it had to wait.
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
