import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../sql/transact.js';
import {
  type HandleOwners,
  handleKey,
  handlesOf,
  type ImportEntry,
  type NewHandle,
  type Person,
  planImport,
} from './plan-import.js';

const maxRounds = 10;

/**
 * Finds or makes the contact behind each entry, with its handles. When somebody else takes one of the handles at the
 * same time, the unique constraint makes us wait for them; then all is looked up and planned again, so that nobody
 * exists twice.
 */
export async function claimPeople(
  transaction: Transaction,
  context: Context,
  entries: readonly ImportEntry[],
): Promise<Person[]> {
  const { sql } = transaction;
  for (let round = 1; round <= maxRounds; round += 1) {
    await sql({ text: 'savepoint claim_people' }, []);
    const owners = await findOwners(transaction, context, entries.flatMap(handlesOf));
    const people = planImport(entries, owners);
    if (await claim(transaction, context, people)) return people;
    await sql({ text: 'rollback to savepoint claim_people' }, []);
  }
  throw new Error(`The contacts of an import were taken by others ${maxRounds} times in a row`);
}

async function findOwners(
  { sql }: Transaction,
  { tenantId }: Context,
  handles: readonly NewHandle[],
): Promise<HandleOwners> {
  const valuesOf = (type: NewHandle['type']) =>
    handles.filter((handle) => handle.type === type).map(({ value }) => value);
  const rows = await sql(selectOwners, [tenantId, valuesOf('phone_number'), valuesOf('email')]);
  return new Map(rows.map((row) => [handleKey(row), row.contactId]));
}

/** The contacts stay locked, in the order of their ids, so that imports of the same people wait in line. */
const selectOwners = statement<NewHandle & { contactId: string }>(
  'find-handle-owners',
  `select handle.type, handle.value, handle.contact_id as "contactId"
   from handles handle
   join contacts contact on contact.tenant_id = handle.tenant_id and contact.id = handle.contact_id
   where handle.tenant_id = $1::uuid
     and ((handle.type = 'phone_number' and handle.value = any ($2::text[]))
       or (handle.type = 'email' and handle.value = any ($3::text[])))
   order by contact.id
   for no key update of contact`,
);

async function claim(
  { sql }: Transaction,
  { tenantId, now }: Context,
  people: readonly Person[],
): Promise<boolean> {
  const contacts = people.filter(({ isNew }) => isNew).map(contactRow);
  const handles = people.flatMap(handleRows);
  if (contacts.length === 0 && handles.length === 0) return true;
  const [row] = await sql(insertPeople, [tenantId, now(), JSON.stringify(contacts), JSON.stringify(handles)]);
  return row?.claimedCount === handles.length;
}

function contactRow({ contactId, firstName, lastName, newHandles }: Person) {
  const first = (type: NewHandle['type']) => newHandles.find((handle) => handle.type === type)?.value ?? null;
  return { id: contactId, firstName, lastName, phoneNumber: first('phone_number'), email: first('email') };
}

function handleRows({ contactId, newHandles }: Person) {
  return newHandles.map(({ type, value }, index) => {
    const isFirst = newHandles.findIndex((handle) => handle.type === type) === index;
    return { id: newId(), contactId, type, value, isFirst };
  });
}

/** Handles are taken in a fixed order: two imports that share some cannot wait for each other in a circle. */
const insertPeople = statement<{ claimedCount: number }>(
  'insert-imported-people',
  `with contact as (
     insert into contacts (tenant_id, id, first_name, last_name, phone_number, email, created_at, updated_at)
     select $1::uuid, id, "firstName", "lastName", "phoneNumber", email, $2::timestamptz, $2::timestamptz
     from json_to_recordset($3::json)
       as entry(id uuid, "firstName" text, "lastName" text, "phoneNumber" text, email text)
   ), claimed as (
     insert into handles (tenant_id, id, contact_id, type, value, is_primary, created_at, updated_at)
     select $1::uuid, id, "contactId", type, value, "isFirst" and not exists (
         select from handles known where known.tenant_id = $1::uuid and known.contact_id = entry."contactId"
           and known.type = entry.type and known.is_primary
       ), $2::timestamptz, $2::timestamptz
     from json_to_recordset($4::json)
       as entry(id uuid, "contactId" uuid, type handle_type, value text, "isFirst" boolean)
     order by type, value
     on conflict (tenant_id, type, value) do nothing
     returning id
   )
   select count(*)::int as "claimedCount" from claimed`,
);
