import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { DomainError } from '../../domain-error.js';
import { isId } from '../../ids.js';
import type { DeleteResult } from '../../resources/delete-by-id.js';
import { transact } from '../../sql/transact.js';
import { contacts } from '../contact-record.js';
import { recordContactUpdated } from '../record-contacts-updated.js';

export interface HandleKey {
  readonly contactId: string;
  readonly handleId: string;
}

/**
 * Deletes an address of a contact, unless a chat uses it or it is the last one. After the primary address, the oldest
 * other address of its type becomes the primary one. The result states whether the contact or its address does not
 * exist.
 */
export function deleteHandle(context: Context, { contactId, handleId }: HandleKey): Promise<DeleteResult> {
  const { tenantId, now } = context;
  return transact(context, async (transaction) => {
    const { sql } = transaction;
    const [contact] = isId(contactId) ? await sql(contacts.statements.lock, [tenantId, contactId]) : [];
    if (contact === undefined) return { deletedIds: [], notFoundIds: [contactId] };
    const [handle] = isId(handleId) ? await sql(lockHandle, [tenantId, contact.id, handleId]) : [];
    if (handle === undefined) return { deletedIds: [], notFoundIds: [handleId] };
    const [use] = await sql(findUse, [tenantId, contact.id, handle.id]);
    if (use?.hasChats) throw new DomainError('handle_in_use');
    if (use?.isLast) throw new DomainError('last_handle');
    await sql(remove, [tenantId, contact.id, handle.id]);
    await sql(promote, [tenantId, now(), contact.id, handle.type, handle.isPrimary]);
    await recordContactUpdated(transaction, context, contact.id);
    return { deletedIds: [handleId], notFoundIds: [] };
  });
}

interface LockedHandle {
  readonly id: string;
  readonly type: string;
  readonly isPrimary: boolean;
}

/**
 * This is a separate statement: it waits for concurrent transactions that create a chat with the address, so that the
 * next statement sees that chat.
 */
const lockHandle = statement<LockedHandle>(
  'lock-handle-of-contact',
  `select id, type::text as type, is_primary as "isPrimary" from handles
   where tenant_id = $1::uuid and contact_id = $2::uuid and id = $3::uuid for update`,
);

const findUse = statement<{ hasChats: boolean; isLast: boolean }>(
  'find-use-of-handle',
  `select exists (
     select from chats where tenant_id = $1::uuid and contact_id = $2::uuid and handle_id = $3::uuid
   ) as "hasChats", not exists (
     select from handles where tenant_id = $1::uuid and contact_id = $2::uuid and id <> $3::uuid
   ) as "isLast"`,
);

const remove = statement(
  'remove-handle-of-contact',
  `delete from handles where tenant_id = $1::uuid and contact_id = $2::uuid and id = $3::uuid`,
);

/** `$5` is whether the deleted address was the primary one of its type. */
const promote = statement(
  'promote-handle-of-contact',
  `with successor as (
     select id, value from handles
     where tenant_id = $1::uuid and contact_id = $3::uuid and type = $4::handle_type and $5::boolean
     order by created_at, id limit 1
   ), promoted as (
     update handles handle set is_primary = true, updated_at = $2::timestamptz from successor
     where handle.tenant_id = $1::uuid and handle.id = successor.id
   )
   update contacts contact set updated_at = $2::timestamptz,
     phone_number = case when $5::boolean and $4::text = 'phone_number' then (select value from successor)
       else contact.phone_number end,
     email = case when $5::boolean and $4::text = 'email' then (select value from successor)
       else contact.email end
   where contact.tenant_id = $1::uuid and contact.id = $3::uuid`,
);
