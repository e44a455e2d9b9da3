import type { Context } from '../../context.js';
import { bulkStatement, opaqueTenant } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import { maxHandles } from './max-handles.js';

/** Counts the addresses of contacts while their items are planned one after the other. */
export class HandleRoom {
  readonly #counts: Map<string, number>;

  constructor(crowded: readonly ManyHandles[] = []) {
    this.#counts = new Map(crowded.map(({ contactId, count }) => [contactId, count]));
  }

  /** Whether the contact has room for more addresses. An item without a new address always fits. */
  has(contactId: string, added: number): boolean {
    return added === 0 || this.countOf(contactId) + added <= maxHandles;
  }

  take(contactId: string, added: number): void {
    this.#counts.set(contactId, this.countOf(contactId) + added);
  }

  /** 0 for a contact that the new addresses cannot fill. */
  countOf(contactId: string): number {
    return this.#counts.get(contactId) ?? 0;
  }
}

/** Contacts that are locked, and how many addresses the request could add to one of them. */
interface AddedHandles {
  readonly contactIds: Iterable<string>;
  readonly added: number;
}

/** Only contacts that the new addresses could fill are read; a request without new addresses reads none. */
export async function findHandleRoom(
  transaction: Transaction,
  context: Context,
  { contactIds, added }: AddedHandles,
): Promise<HandleRoom> {
  const ids = added > 0 ? [...new Set(contactIds)] : [];
  return new HandleRoom(await findManyHandles(transaction, context, { ids, above: maxHandles - added }));
}

export interface ManyHandles {
  readonly contactId: string;
  readonly count: number;
}

/** Returns those of the contacts that have more addresses than this. */
export async function findManyHandles(
  { sql }: Transaction,
  { tenantId }: Context,
  { ids, above }: { readonly ids: readonly string[]; readonly above: number },
): Promise<ManyHandles[]> {
  return ids.length === 0 ? [] : sql(findMany, [tenantId, ids, above]);
}

const findMany = bulkStatement<ManyHandles>(
  'find-contacts-with-many-handles',
  `with ${opaqueTenant}
   select requested.id as "contactId", held.count
   from tenant cross join unnest($2::uuid[]) as requested(id)
   cross join lateral (
     select count(*)::int as count from handles
     where tenant_id = tenant.id and contact_id = requested.id offset 0
   ) held
   where held.count > $3::int`,
);
