import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { formFor, lockingStatement } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';
import type { ValidationErrors } from '../validation-errors.js';

interface UsersToCheck {
  readonly userIds: readonly (string | undefined)[];
  readonly errors: ValidationErrors;
  /** The path of a parameter, by its index. Default is that of the members of a team. */
  readonly pathOf?: (index: number) => string;
}

/**
 * Returns each user once, and adds an error for those that do not exist. In a transaction the users are locked, so that
 * none is deleted before it is used.
 */
export async function checkUsers(
  transaction: Transaction,
  { tenantId }: Context,
  { userIds, errors, pathOf = (index) => `users.${index}.id` }: UsersToCheck,
): Promise<string[]> {
  const named = userIds.filter((id) => id !== undefined);
  const wanted = [...new Set(named.filter(isId).map((id) => id.toLowerCase()))];
  const found =
    wanted.length === 0 ? [] : await transaction.sql(formFor(transaction, find), [tenantId, wanted]);
  const known = new Set(found.map(({ id }) => id));
  for (const [index, id] of userIds.entries()) {
    if (id !== undefined && !known.has(id.toLowerCase()))
      errors.add(pathOf(index), 'not_found', 'User not found');
  }
  return [...known];
}

const find = lockingStatement<{ id: string }>(
  'check-users',
  (keyShare) =>
    `select id from users where tenant_id = $1::uuid and id = any ($2::uuid[]) order by id ${keyShare}`,
);
