import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Faults } from '../faults.js';
import { isId } from '../ids.js';
import type { Transaction } from '../sql/transact.js';

/** Gives each label once, and adds those that do not exist. They are locked, so that none goes before it is put on. */
export async function checkLabels(
  { sql }: Transaction,
  { tenantId }: Context,
  { labelIds, faults }: { labelIds: readonly (string | undefined)[]; faults: Faults },
): Promise<string[]> {
  const named = labelIds.filter((id) => id !== undefined);
  const wanted = [...new Set(named.filter(isId).map((id) => id.toLowerCase()))];
  const found = wanted.length === 0 ? [] : await sql(find, [tenantId, wanted]);
  const known = new Set(found.map(({ id }) => id));
  for (const [index, id] of labelIds.entries()) {
    if (id !== undefined && !known.has(id.toLowerCase()))
      faults.add(`labels.${index}.id`, 'not_found', 'Label not found');
  }
  return [...known];
}

const find = statement<{ id: string }>(
  'check-labels',
  `select id from labels where tenant_id = $1::uuid and id = any ($2::uuid[]) order by id for key share`,
);
