import type { Context } from '../../context.js';
import { bulkStatement, opaqueTenant } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import { maxLabels } from './max-labels.js';

interface Held {
  count: number;
  /** Those of the request. */
  readonly names: Set<string>;
}

/** Counts the labels of contacts while their items are planned one after the other. */
export class LabelRoom {
  readonly #held: Map<string, Held>;

  constructor(crowded: readonly CrowdedContact[]) {
    this.#held = new Map(
      crowded.map(({ contactId, count, names }) => [contactId, { count, names: new Set(names) }]),
    );
  }

  /** Adds the labels if the contact has room for all of them, and returns whether it has. */
  take(contactId: string, names: readonly string[]): boolean {
    const held = this.#held.get(contactId) ?? { count: 0, names: new Set<string>() };
    const added = new Set(names.filter((name) => !held.names.has(name)));
    if (added.size > 0 && held.count + added.size > maxLabels) return false;
    held.count += added.size;
    for (const name of added) held.names.add(name);
    this.#held.set(contactId, held);
    return true;
  }
}

interface LabelsToAdd {
  /** Existing contacts, which the caller has locked, so that nobody else adds labels to them. */
  readonly contactIds: Iterable<string>;
  /** All names of the request. */
  readonly names: Iterable<string>;
}

/** Only contacts that the names of the request could fill are read; most requests have none of them. */
export async function findLabelRoom(
  { sql }: Transaction,
  { tenantId }: Context,
  { contactIds, names }: LabelsToAdd,
): Promise<LabelRoom> {
  const wanted = [...new Set(names)];
  const ids = [...new Set(contactIds)];
  if (wanted.length === 0 || ids.length === 0) return new LabelRoom([]);
  return new LabelRoom(await sql(findCrowded, [tenantId, ids, wanted, maxLabels - wanted.length]));
}

interface CrowdedContact {
  readonly contactId: string;
  readonly count: number;
  readonly names: readonly string[];
}

const findCrowded = bulkStatement<CrowdedContact>(
  'find-contacts-with-many-labels',
  // The names are hashed; `any` would compare each label with each name.
  `with ${opaqueTenant}, wanted as materialized (select unnest($3::text[]) as name)
   select requested.id as "contactId", held.count, array(
     select label.name from contact_labels own_label
     join labels label on label.tenant_id = own_label.tenant_id and label.id = own_label.label_id
     where own_label.tenant_id = tenant.id and own_label.contact_id = requested.id and label.name in (select name from wanted)
   ) as names
   from tenant cross join unnest($2::uuid[]) as requested(id)
   cross join lateral (
     select count(*)::int as count from contact_labels
     where tenant_id = tenant.id and contact_id = requested.id offset 0
   ) held
   where held.count > $4::int`,
);
