import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { collectInvalidParams, type InvalidParams, invalidParam } from '../../domain-error.js';
import { newId } from '../../ids.js';
import { requireById } from '../../resources/get-by-id.js';
import { lockById } from '../../resources/lock-by-id.js';
import { type Transaction, transact } from '../../sql/transact.js';
import type { ValidPart } from '../../valid-part.js';
import { maxHandles, tooManyHandles } from '../bounds/max-handles.js';
import { type ContactRecord, contacts } from '../contact-record.js';
import type { HandleRecord } from '../handle-record.js';
import { recordContactUpdated } from '../record-contacts-updated.js';
import { type GivenHandle, handleProblems, readHandleValue } from './read-handle-value.js';

export interface NewHandleOf extends GivenHandle {
  readonly contactId: string;
}

const maxRounds = 10;

/**
 * Adds an address to a contact. An address that the contact already has changes nothing and emits no event. The first
 * address of a type is the primary one, which the contact also shows as its phone number or email address.
 */
export async function addHandle(context: Context, given: NewHandleOf): Promise<HandleRecord> {
  const value = await readHandleValue(context, given);
  const { tenantId } = context;
  return transact(context, async (transaction) => {
    const contactId = await lockById(transaction, context, contacts, given.contactId);
    if (value === undefined) throw invalidParam('value', 'invalid_string', handleProblems[given.type]);
    const address = { contactId, type: given.type, value };
    const { id, isNew } = await claimHandle(transaction, context, address);
    const contact = isNew
      ? await recordContactUpdated(transaction, context, contactId)
      : await requireById(transaction.sql, contacts, { tenantId, id: contactId });
    return requireHandle(contact, id);
  });
}

/** Returns the validation errors of an address without adding it. */
export async function findHandleErrors(
  context: Context,
  { type, value: text }: ValidPart<GivenHandle>,
  contactId: string,
): Promise<InvalidParams> {
  if (type === undefined || text === undefined) return {};
  const value = await readHandleValue(context, { type, value: text });
  return collectInvalidParams(async () => {
    if (value === undefined) throw invalidParam('value', 'invalid_string', handleProblems[type]);
    const [owner] = await context.database.sql(findOwner, [context.tenantId, type, value]);
    refuseOther(owner, contactId);
  });
}

function refuseOther(owner: Owner | undefined, contactId: string): void {
  if (owner !== undefined && owner.contactId !== contactId.toLowerCase())
    throw invalidParam('value', 'not_unique', 'Another contact has this address');
}

/** A concurrent transaction may insert the address first, or delete it; then the owner is looked up again. */
async function claimHandle(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { contactId, type, value }: NewHandleOf,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  for (let round = 1; round <= maxRounds; round += 1) {
    const [owner] = await sql(findOwner, [tenantId, type, value]);
    refuseOther(owner, contactId);
    if (owner) return { id: owner.id, isNew: false };
    const [counted] = await sql(countHandles, [tenantId, contactId]);
    if ((counted?.count ?? 0) >= maxHandles) throw invalidParam('value', 'too_big', tooManyHandles);
    const [inserted] = await sql(insert, [tenantId, now(), newId(), contactId, type, value]);
    if (inserted) return { id: inserted.id, isNew: true };
  }
  throw new Error(`Concurrent transactions inserted the same address ${maxRounds} times in a row`);
}

function requireHandle({ id: contactId, handles }: ContactRecord, id: string): HandleRecord {
  const handle = handles.find((one) => one.id === id);
  if (handle === undefined) throw new Error(`Contact ${contactId} does not have its handle ${id}`);
  return handle;
}

interface Owner {
  readonly id: string;
  readonly contactId: string;
}

const findOwner = statement<Owner>(
  'find-owner-of-handle',
  `select id, contact_id as "contactId" from handles
   where tenant_id = $1::uuid and type = $2::handle_type and value = $3::text`,
);

const countHandles = statement<{ count: number }>(
  'count-handles-of-contact',
  `select count(*)::int as count from handles where tenant_id = $1::uuid and contact_id = $2::uuid`,
);

/** The caller has locked the contact, so no other transaction adds a primary address of the type. */
const insert = statement<{ id: string }>(
  'insert-handle-of-contact',
  `with inserted as (
     insert into handles (tenant_id, created_at, updated_at, id, contact_id, type, value, is_primary)
     select $1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::handle_type, $6::text, not exists (
       select from handles own
       where own.tenant_id = $1::uuid and own.contact_id = $4::uuid and own.type = $5::handle_type and own.is_primary
     )
     on conflict (tenant_id, type, value) do nothing
     returning id, contact_id, type, value, is_primary
   ), shown as (
     update contacts contact set updated_at = $2::timestamptz,
       phone_number = case when inserted.is_primary and inserted.type = 'phone_number' then inserted.value
         else contact.phone_number end,
       email = case when inserted.is_primary and inserted.type = 'email' then inserted.value else contact.email end
     from inserted where contact.tenant_id = $1::uuid and contact.id = inserted.contact_id
   )
   select id from inserted`,
);
