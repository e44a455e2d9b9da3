import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import type { Person } from './plan-import.js';

interface Assignment {
  readonly people: readonly Person[];
  readonly attributeIds: ReadonlyMap<string, string>;
}

/** Writes the values, and returns the ids of the contacts that got a new value. */
export async function setAttributeValues(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { people, attributeIds }: Assignment,
): Promise<string[]> {
  const rows = people.flatMap(({ contactId, attributes }) =>
    [...attributes].map(([externalId, value]) => ({
      contactId,
      attributeId: attributeIds.get(externalId),
      value,
    })),
  );
  if (rows.length === 0) return [];
  const written = await sql(upsertValues, [tenantId, now(), JSON.stringify(rows)]);
  return written.map(({ contactId }) => contactId);
}

const upsertValues = bulkStatement<{ contactId: string }>(
  'import-attribute-values',
  `insert into attribute_values (tenant_id, contact_id, attribute_id, value, created_at, updated_at)
   select $1::uuid, "contactId", "attributeId", value, $2::timestamptz, $2::timestamptz
   from json_to_recordset($3::json) as entry("contactId" uuid, "attributeId" uuid, value text)
   order by "contactId", "attributeId"
   on conflict (tenant_id, contact_id, attribute_id) do update
     set value = excluded.value, updated_at = excluded.updated_at
     where attribute_values.value <> excluded.value
   returning contact_id as "contactId"`,
);
