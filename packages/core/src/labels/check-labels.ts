import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { formFor, lockingStatement } from '../sql/reading.js';
import type { Transaction } from '../sql/transact.js';
import type { ValidationErrors } from '../validation-errors.js';

/**
 * Returns each label once, and adds an error for those that do not exist. In a transaction the labels are locked, so
 * that none is deleted before it is used.
 */
export async function checkLabels(
  transaction: Transaction,
  { tenantId }: Context,
  { labelIds, errors }: { labelIds: readonly (string | undefined)[]; errors: ValidationErrors },
): Promise<string[]> {
  const named = labelIds.filter((id) => id !== undefined);
  const wanted = [...new Set(named.filter(isId).map((id) => id.toLowerCase()))];
  const found =
    wanted.length === 0 ? [] : await transaction.sql(formFor(transaction, find), [tenantId, wanted]);
  const known = new Set(found.map(({ id }) => id));
  for (const [index, id] of labelIds.entries()) {
    if (id !== undefined && !known.has(id.toLowerCase()))
      errors.add(`labels.${index}.id`, 'not_found', 'Label not found');
  }
  return [...known];
}

const find = lockingStatement<{ id: string }>(
  'check-labels',
  (keyShare) =>
    `select id from labels where tenant_id = $1::uuid and id = any ($2::uuid[]) order by id ${keyShare}`,
);
