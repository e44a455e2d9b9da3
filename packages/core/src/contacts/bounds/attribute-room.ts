import type { Context } from '../../context.js';
import { bulkStatement, opaqueTenant } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import { exceedsAttributeBytes, maxAttributeBytes } from './max-attribute-bytes.js';

/** Values by the id of their attribute; null removes a value. */
type Values = ReadonlyMap<string, string | null>;

interface Held {
  readonly bytes: number;
  /** The bytes of each value that the request changes. */
  readonly own: Map<string, number>;
}

/** Counts the bytes of the attribute values of contacts while their items are planned one after the other. */
export class AttributeRoom {
  readonly #held: Map<string, Held>;

  constructor(full: readonly FullContact[] = []) {
    this.#held = new Map(
      full.map(({ contactId, bytes, own }) => [contactId, { bytes, own: new Map(Object.entries(own)) }]),
    );
  }

  has(contactId: string, values: Values): boolean {
    const { bytes, own } = this.#of(contactId);
    return !exceedsAttributeBytes({ before: bytes, after: bytes + growthOf(own, values) });
  }

  take(contactId: string, values: Values): void {
    const { bytes, own } = this.#of(contactId);
    const after = bytes + growthOf(own, values);
    for (const [id, value] of values) own.set(id, bytesOf(value));
    this.#held.set(contactId, { bytes: after, own });
  }

  /** Nothing for a contact that the values of the request cannot fill. */
  #of(contactId: string): Held {
    return this.#held.get(contactId) ?? { bytes: 0, own: new Map() };
  }
}

function growthOf(own: ReadonlyMap<string, number>, values: Values): number {
  return [...values].reduce((sum, [id, value]) => sum + bytesOf(value) - (own.get(id) ?? 0), 0);
}

function bytesOf(value: string | null): number {
  return value === null ? 0 : Buffer.byteLength(value);
}

interface ValuesToWrite {
  /** Existing contacts, which the caller has locked, so that nobody else changes their values. */
  readonly contactIds: Iterable<string>;
  /** All values of the request. */
  readonly values: Iterable<Values>;
}

/** Only contacts that the values of the request could fill are read; most requests have none of them. */
export async function findAttributeRoom(
  { sql }: Pick<Transaction, 'sql'>,
  { tenantId }: Context,
  { contactIds, values }: ValuesToWrite,
): Promise<AttributeRoom> {
  const longest = findLongest(values);
  const added = [...longest.values()].reduce((sum, bytes) => sum + bytes, 0);
  const ids = [...new Set(contactIds)];
  if (added === 0 || ids.length === 0) return new AttributeRoom();
  return new AttributeRoom(
    await sql(findFull, [tenantId, ids, [...longest.keys()], maxAttributeBytes - added]),
  );
}

/** A contact has one value of each attribute, so a request adds at most the longest value of each. */
function findLongest(values: Iterable<Values>): Map<string, number> {
  const longest = new Map<string, number>();
  for (const ofContact of values) {
    for (const [id, value] of ofContact) longest.set(id, Math.max(longest.get(id) ?? 0, bytesOf(value)));
  }
  return longest;
}

interface FullContact {
  readonly contactId: string;
  readonly bytes: number;
  readonly own: Readonly<Record<string, number>>;
}

const findFull = bulkStatement<FullContact>(
  'find-contacts-with-many-attribute-bytes',
  `with ${opaqueTenant}
   select requested.id as "contactId", held.bytes, held.own
   from tenant cross join unnest($2::uuid[]) as requested(id)
   cross join lateral (
     select coalesce(sum(octet_length(value)), 0)::int as bytes,
       coalesce(json_object_agg(attribute_id, octet_length(value)) filter (where attribute_id = any ($3::uuid[])), '{}') as own
     from attribute_values
     where tenant_id = tenant.id and contact_id = requested.id offset 0
   ) held
   where held.bytes > $4::int`,
);
