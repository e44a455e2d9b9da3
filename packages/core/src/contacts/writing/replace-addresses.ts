import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import type { NewHandle } from '../import/plan-import.js';
import type { ContactWrite } from './contact-write.js';

/**
 * Makes the given address of each type the primary one. The address that it replaces is deleted, unless it has a chat.
 * The new addresses already exist. Returns the ids of the contacts that changed.
 */
export async function replaceAddresses(
  { sql }: Transaction,
  { tenantId, now }: Context,
  writes: readonly ContactWrite[],
): Promise<string[]> {
  const rows = JSON.stringify(writes.filter(({ isNew }) => !isNew).flatMap(addressRows));
  if (rows === '[]') return [];
  const replaced = await sql(lockReplaced, [tenantId, rows]);
  const ids = replaced.map(({ id }) => id);
  const written = await sql(replace, [tenantId, now(), rows, ids]);
  return written.map(({ contactId }) => contactId);
}

interface AddressRow {
  readonly contactId: string;
  readonly type: NewHandle['type'];
  /** Null removes the primary address. */
  readonly value: string | null;
}

function addressRows({ contactId, values: { phoneNumber, email } }: ContactWrite): AddressRow[] {
  return [
    ...(phoneNumber === undefined ? [] : [{ contactId, type: 'phone_number' as const, value: phoneNumber }]),
    ...(email === undefined ? [] : [{ contactId, type: 'email' as const, value: email }]),
  ];
}

const entries = (parameter: string) =>
  `json_to_recordset(${parameter}::json) as entry("contactId" uuid, type handle_type, value text)`;

/**
 * Locks the handles that are replaced. This is a separate statement: it waits for concurrent transactions that create a
 * chat with one of the handles, so that the next statement sees that chat.
 */
const lockReplaced = bulkStatement<{ id: string }>(
  'lock-replaced-handles',
  `select handle.id from ${entries('$2')}
   join handles handle on handle.tenant_id = $1::uuid and handle.contact_id = entry."contactId"
     and handle.type = entry.type and handle.is_primary and handle.value is distinct from entry.value
   order by handle.id for update of handle`,
);

export const hasChats = `exists (
  select from chats chat where chat.tenant_id = handle.tenant_id and chat.contact_id = handle.contact_id
    and chat.handle_id = handle.id
)`;

const replace = bulkStatement<{ contactId: string }>(
  'replace-handles',
  `with removed as (
     delete from handles handle
     where handle.tenant_id = $1::uuid and handle.id = any ($4::uuid[]) and not ${hasChats}
     returning handle.contact_id
   ), demoted as (
     update handles handle set is_primary = false, updated_at = $2::timestamptz
     where handle.tenant_id = $1::uuid and handle.id = any ($4::uuid[]) and ${hasChats}
     returning handle.contact_id
   ), promoted as (
     update handles handle set is_primary = true, updated_at = $2::timestamptz from ${entries('$3')}
     where handle.tenant_id = $1::uuid and handle.contact_id = entry."contactId" and handle.type = entry.type
       and handle.value = entry.value and not handle.is_primary
     returning handle.contact_id
   )
   select contact_id as "contactId" from removed union select contact_id from demoted
   union select contact_id from promoted`,
);
