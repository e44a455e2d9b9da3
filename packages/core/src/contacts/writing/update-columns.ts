import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import type { ContactWrite } from './contact-write.js';

interface ColumnUpdate {
  readonly writes: readonly ContactWrite[];
  /** Contacts that have already changed, and whose `updatedAt` must change. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Writes names, primary addresses, subscription, metadata and time zone of known contacts, and returns the ids of those that
 * changed.
 */
export async function updateColumns(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { writes, changed }: ColumnUpdate,
): Promise<string[]> {
  const rows = writes
    .filter(({ isNew }) => !isNew)
    .map(({ contactId: id, values: { attributes, ...values } }) => ({
      id,
      values,
      isChanged: changed.has(id),
    }));
  if (rows.length === 0) return [];
  const written = await sql(update, [tenantId, now(), JSON.stringify(rows)]);
  return written.map(({ id }) => id);
}

const columns = {
  firstName: { name: 'first_name', value: `entry.values ->> 'firstName'` },
  lastName: { name: 'last_name', value: `entry.values ->> 'lastName'` },
  phoneNumber: { name: 'phone_number', value: `entry.values ->> 'phoneNumber'` },
  email: { name: 'email', value: `entry.values ->> 'email'` },
  isSubscribed: { name: 'is_subscribed', value: `(entry.values ->> 'isSubscribed')::boolean` },
  metadata: { name: 'metadata', value: `entry.values -> 'metadata'` },
  timeZone: { name: 'time_zone', value: `entry.values ->> 'timeZone'` },
};

/** An absent key leaves the column as it is; JSON distinguishes it from null. */
const wanted = Object.entries(columns).map(([key, { name, value }]) => ({
  name,
  value: `case when entry.values ? '${key}' then ${value} else contact.${name} end`,
}));

const update = bulkStatement<{ id: string }>(
  'update-contacts',
  `update contacts contact set ${wanted.map(({ name, value }) => `${name} = ${value}`).join(', ')},
     updated_at = $2::timestamptz
   from jsonb_to_recordset($3::jsonb) as entry(id uuid, values jsonb, "isChanged" boolean)
   where contact.tenant_id = $1::uuid and contact.id = entry.id and (entry."isChanged"
     or (${wanted.map(({ name }) => `contact.${name}`).join(', ')})
       is distinct from (${wanted.map(({ value }) => value).join(', ')}))
   returning contact.id`,
);
