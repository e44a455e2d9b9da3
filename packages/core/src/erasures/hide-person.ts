import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';

/**
 * Hides a person with many records at once: no operation finds the contact or its chats any more (`isNotErased`). The
 * contact's own fields are erased, and its addresses become free, so that the next message of the same person creates a
 * new contact. The caller must have locked the contact and its chats.
 */
export async function hidePerson(
  { sql }: Transaction,
  { tenantId, now }: Pick<Context, 'tenantId' | 'now'>,
  contactId: string,
): Promise<void> {
  const key = [tenantId, contactId];
  await sql(noteHidden, key);
  await sql(eraseColumns, [...key, now()]);
  await sql(freeAddresses, key);
  await sql(removeLabels, key);
  await sql(removeAttributeValues, key);
  await sql(removeExports, key);
  await sql(emptyChats, key);
  await sql(cancelRuns, [...key, now()]);
}

const noteHidden = statement(
  'hide-contact-and-chats',
  `insert into erased_records (tenant_id, contact_id, id, is_hidden)
   select $1::uuid, $2::uuid, record.id, true from (
     select $2::uuid as id
     union select id from chats where tenant_id = $1::uuid and contact_id = $2::uuid
   ) record
   on conflict (tenant_id, contact_id, id) do update set is_hidden = true`,
);

const eraseColumns = statement(
  'erase-columns-of-contact',
  `update contacts set first_name = null, last_name = null, phone_number = null, email = null, is_subscribed = false,
     metadata = '{}', time_zone = null, updated_at = $3::timestamptz
   where tenant_id = $1::uuid and id = $2::uuid`,
);

/** A chat refers to its handle, so the handle is kept until its chats are deleted. */
const freeAddresses = statement(
  'erase-handles-of-contact',
  `update handles set value = 'erased:' || id, extra = '{}' where tenant_id = $1::uuid and contact_id = $2::uuid`,
);

const removeLabels = statement(
  'remove-labels-of-contact',
  `delete from contact_labels where tenant_id = $1::uuid and contact_id = $2::uuid`,
);

const removeAttributeValues = statement(
  'remove-attribute-values-of-contact',
  `delete from attribute_values where tenant_id = $1::uuid and contact_id = $2::uuid`,
);

/** Removes the exports of the contact; a trigger deletes their results. A job that writes one is found by its id. */
const removeExports = statement(
  'remove-exports-of-contact',
  `with removed as (
     delete from contact_exports where tenant_id = $1::uuid and contact_id = $2::uuid returning id
   )
   insert into erased_records (tenant_id, contact_id, id) select $1::uuid, $2::uuid, id from removed
   on conflict do nothing`,
);

const emptyChats = statement(
  'empty-chats-of-contact',
  `update chats set latest_message_id = null, status = 'closed', snoozed_until = null, assigned_user_id = null,
     assigned_team_id = null
   where tenant_id = $1::uuid and contact_id = $2::uuid`,
);

const cancelRuns = statement(
  'cancel-runs-of-contact',
  `update automation_runs set status = 'canceled', finished_at = $3::timestamptz, lease_token = null,
     lease_expires_at = null, variables = '{}', updated_at = $3::timestamptz
   where tenant_id = $1::uuid and contact_id = $2::uuid and status in ('scheduled', 'running')`,
);
