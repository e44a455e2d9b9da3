import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import { findManyHandles } from '../bounds/handle-room.js';
import { maxHandles } from '../bounds/max-handles.js';
import type { Claimant } from './claim-people.js';

/** Returns the ids of the contacts that now have too many addresses. They are locked, and have their new addresses. */
export async function findCrowded(
  transaction: Transaction,
  context: Context,
  people: readonly Claimant[],
): Promise<ReadonlySet<string>> {
  const known = people.filter(({ isNew, newHandles }) => !isNew && newHandles.length > 0);
  const created = people.filter(({ isNew, newHandles }) => isNew && newHandles.length > maxHandles);
  const ids = known.map(({ contactId }) => contactId);
  const crowded = await findManyHandles(transaction, context, { ids, above: maxHandles });
  return new Set([...crowded, ...created].map(({ contactId }) => contactId));
}
