import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';

export interface MergedPair {
  readonly keptId: string;
  readonly mergedId: string;
}

/**
 * Moves what a contact has to another one, and replaces the contact by a reference to the other one. The caller has
 * locked both contacts and moved runs and recipients, which would be deleted with the contact.
 */
export async function moveRecords(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { keptId, mergedId, chatIds }: MergedPair & { readonly chatIds: readonly string[] },
): Promise<void> {
  const key = [tenantId, now(), keptId, mergedId];
  await sql(uniteFields, key);
  await sql(moveHandles, key);
  await sql(touchChats, [tenantId, now(), chatIds]);
  await sql(uniteLabels, [tenantId, keptId, mergedId]);
  await sql(uniteAttributes, [tenantId, keptId, mergedId]);
  await sql(moveExports, [tenantId, keptId, mergedId]);
  await sql(moveMergedIds, [tenantId, keptId, mergedId]);
  await sql(nameSuccessor, key);
  await sql(remove, [tenantId, mergedId]);
}

/** First and last name belong together, so a contact with one of them keeps its own. */
const uniteFields = statement(
  'unite-fields-of-contacts',
  `update contacts kept set updated_at = $2::timestamptz,
     first_name = case when coalesce(kept.first_name, kept.last_name) is null then merged.first_name else kept.first_name end,
     last_name = case when coalesce(kept.first_name, kept.last_name) is null then merged.last_name else kept.last_name end,
     phone_number = coalesce(kept.phone_number, merged.phone_number), email = coalesce(kept.email, merged.email),
     is_subscribed = kept.is_subscribed and merged.is_subscribed, metadata = merged.metadata || kept.metadata,
     time_zone = coalesce(kept.time_zone, merged.time_zone)
   from contacts merged
   where kept.tenant_id = $1::uuid and kept.id = $3::uuid and merged.tenant_id = $1::uuid and merged.id = $4::uuid`,
);

/**
 * The foreign key from chats to handles contains the contact and cascades, so the chats move with their addresses. An
 * address stays the primary one of its type only if the kept contact has none.
 */
const moveHandles = statement(
  'move-handles-to-contact',
  `update handles handle set contact_id = $3::uuid, updated_at = $2::timestamptz,
     is_primary = handle.is_primary and not exists (
       select from handles own where own.tenant_id = $1::uuid and own.contact_id = $3::uuid and own.type = handle.type
         and own.is_primary
     )
   where handle.tenant_id = $1::uuid and handle.contact_id = $4::uuid`,
);

const touchChats = statement(
  'touch-moved-chats',
  `update chats set updated_at = $2::timestamptz where tenant_id = $1::uuid and id = any ($3::uuid[])`,
);

const uniteLabels = statement(
  'unite-labels-of-contacts',
  `insert into contact_labels (tenant_id, contact_id, label_id, created_at)
   select $1::uuid, $2::uuid, label_id, created_at from contact_labels
   where tenant_id = $1::uuid and contact_id = $3::uuid
   on conflict do nothing`,
);

const uniteAttributes = statement(
  'unite-attributes-of-contacts',
  `insert into attribute_values (tenant_id, contact_id, attribute_id, value, created_at, updated_at)
   select $1::uuid, $2::uuid, attribute_id, value, created_at, updated_at from attribute_values
   where tenant_id = $1::uuid and contact_id = $3::uuid
   on conflict do nothing`,
);

/** The results contain data of the person, so they are deleted with the kept contact. */
const moveExports = statement(
  'move-exports-to-contact',
  `update contact_exports set contact_id = $2::uuid where tenant_id = $1::uuid and contact_id = $3::uuid`,
);

/** Contacts that were merged into the merged contact name the last one, so that a caller finds it at once. */
const moveMergedIds = statement(
  'move-merged-ids-to-contact',
  `update merged_contacts set merged_into = $2::uuid where tenant_id = $1::uuid and merged_into = $3::uuid`,
);

const nameSuccessor = statement(
  'name-successor-of-contact',
  `insert into merged_contacts (tenant_id, created_at, merged_into, id)
   values ($1::uuid, $2::timestamptz, $3::uuid, $4::uuid)`,
);

const remove = statement(
  'remove-merged-contact',
  `delete from contacts where tenant_id = $1::uuid and id = $2::uuid`,
);
