import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import type { ContactWrite } from './contact-write.js';

/** Writes values and removes those that are null; returns those that changed. */
export async function writeAttributeValues(
  { sql }: Transaction,
  { tenantId, now }: Context,
  writes: readonly ContactWrite[],
): Promise<readonly ChangedAttribute[]> {
  const rows = writes.flatMap(({ contactId, values }) =>
    [...values.attributes].map(([attributeId, value]) => ({ contactId, attributeId, value })),
  );
  if (rows.length === 0) return [];
  return sql(write, [tenantId, now(), JSON.stringify(rows)]);
}

export interface ChangedAttribute {
  readonly contactId: string;
  readonly attributeId: string;
}

/** Writes in a fixed order, so that two concurrent writers cannot deadlock. */
const write = bulkStatement<ChangedAttribute>(
  'write-attribute-values',
  `with entry as materialized (
     select "contactId", "attributeId", value
     from json_to_recordset($3::json) as entry("contactId" uuid, "attributeId" uuid, value text)
     order by "contactId", "attributeId"
   ), written as (
     insert into attribute_values (tenant_id, contact_id, attribute_id, value, created_at, updated_at)
     select $1::uuid, "contactId", "attributeId", value, $2::timestamptz, $2::timestamptz
     from entry where value is not null
     on conflict (tenant_id, contact_id, attribute_id) do update
       set value = excluded.value, updated_at = excluded.updated_at
       where attribute_values.value <> excluded.value
     returning contact_id, attribute_id
   ), removed as (
     delete from attribute_values known using entry
     where entry.value is null and known.tenant_id = $1::uuid and known.contact_id = entry."contactId"
       and known.attribute_id = entry."attributeId"
     returning known.contact_id, known.attribute_id
   )
   select contact_id as "contactId", attribute_id as "attributeId" from written
   union all select contact_id, attribute_id from removed`,
);
