import type { Context } from '../../context.js';
import { bulkStatement, opaqueTenant } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import { maxHandles } from '../bounds/max-handles.js';
import type { Claimant } from './claim-people.js';

/** Returns the ids of the contacts that now have too many addresses. They are locked, and have their new addresses. */
export async function findManyHandles(
  { sql }: Transaction,
  { tenantId }: Context,
  people: readonly Claimant[],
): Promise<ReadonlySet<string>> {
  const known = people.filter(({ isNew, newHandles }) => !isNew && newHandles.length > 0);
  const created = people.filter(({ isNew, newHandles }) => isNew && newHandles.length > maxHandles);
  const ids = known.map(({ contactId }) => contactId);
  const crowded = ids.length === 0 ? [] : await sql(findCrowded, [tenantId, ids, maxHandles]);
  return new Set([...crowded, ...created].map(({ contactId }) => contactId));
}

const findCrowded = bulkStatement<{ contactId: string }>(
  'find-contacts-with-many-handles',
  `with ${opaqueTenant}
   select requested.id as "contactId"
   from tenant cross join unnest($2::uuid[]) as requested(id)
   cross join lateral (
     select count(*)::int as count from handles
     where tenant_id = tenant.id and contact_id = requested.id offset 0
   ) held
   where held.count > $3::int`,
);
