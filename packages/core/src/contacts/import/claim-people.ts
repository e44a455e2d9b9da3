import { composedStatement } from '@parley/database';
import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import { bulkStatement, opaqueTenant } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import { type HandleOwners, handleKey, type NewHandle } from './plan-import.js';

const maxRounds = 10;

/** A contact to find or create, with the addresses that no contact has yet. */
export interface Claimant {
  readonly contactId: string;
  readonly isNew: boolean;
  readonly newHandles: readonly NewHandle[];
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  /** The primary addresses; default is the first new one of each type. */
  readonly phoneNumber?: string | null;
  readonly email?: string | null;
  readonly isSubscribed?: boolean;
  readonly metadata?: object;
  readonly timeZone?: string | null;
}

interface PeopleToClaim<Person extends Claimant> {
  /** All addresses for which the plan needs to know the contact. */
  readonly handles: readonly NewHandle[];
  readonly plan: (owners: HandleOwners) => Promise<readonly Person[]>;
}

/**
 * Finds or creates the contacts of a plan, with their handles. When a concurrent transaction inserts one of the
 * handles, the unique constraint makes this one wait; then everything is looked up and planned again, so that no
 * contact exists twice.
 */
export async function claimPeople<Person extends Claimant>(
  transaction: Transaction,
  context: Context,
  { handles, plan }: PeopleToClaim<Person>,
): Promise<readonly Person[]> {
  const { send } = transaction;
  for (let round = 1; round <= maxRounds; round += 1) {
    send(composedStatement('savepoint claim_people'), []);
    const people = await plan(await findOwners(transaction, context, handles));
    if (await claim(transaction, context, people)) return people;
    send(composedStatement('rollback to savepoint claim_people'), []);
  }
  throw new Error(`Concurrent transactions inserted addresses of an import ${maxRounds} times in a row`);
}

async function findOwners(
  { sql }: Transaction,
  { tenantId }: Context,
  handles: readonly NewHandle[],
): Promise<HandleOwners> {
  if (handles.length === 0) return new Map();
  const types = handles.map(({ type }) => type);
  const rows = await sql(selectOwners, [tenantId, types, handles.map(({ value }) => value)]);
  return new Map(rows.map((row) => [handleKey(row), row.contactId]));
}

/** The contacts stay locked, in the order of their ids, so that imports of the same people run one after the other. */
const selectOwners = bulkStatement<NewHandle & { contactId: string }>(
  'find-handle-owners',
  `with ${opaqueTenant}, owner as materialized (
     select requested.type, requested.value, handle.contact_id
     from tenant cross join unnest($2::handle_type[], $3::text[]) as requested(type, value)
     cross join lateral (
       select contact_id from handles
       where tenant_id = tenant.id and type = requested.type and value = requested.value offset 0
     ) handle
   ), locked as materialized (
     select contact.id
     from tenant cross join (select distinct contact_id from owner order by contact_id) requested
     cross join lateral (
       select id from contacts where tenant_id = tenant.id and id = requested.contact_id for no key update
     ) contact
   )
   select owner.type, owner.value, owner.contact_id as "contactId"
   from owner join locked on locked.id = owner.contact_id`,
);

async function claim(
  { sql }: Transaction,
  { tenantId, now }: Context,
  people: readonly Claimant[],
): Promise<boolean> {
  const contacts = people.filter(({ isNew }) => isNew).map(contactRow);
  const handles = people.flatMap(handleRows);
  if (contacts.length === 0 && handles.length === 0) return true;
  const [row] = await sql(insertPeople, [tenantId, now(), JSON.stringify(contacts), JSON.stringify(handles)]);
  return row?.claimedCount === handles.length;
}

function contactRow(person: Claimant) {
  const { contactId, firstName, lastName, isSubscribed, metadata, timeZone } = person;
  const addresses = { phoneNumber: primaryOf(person, 'phone_number'), email: primaryOf(person, 'email') };
  return { id: contactId, firstName, lastName, ...addresses, isSubscribed, metadata, timeZone };
}

function handleRows(person: Claimant) {
  return person.newHandles.map(({ type, value }) => {
    const isPrimary = value === primaryOf(person, type);
    return { id: newId(), contactId: person.contactId, type, value, isPrimary };
  });
}

function primaryOf(person: Claimant, type: NewHandle['type']): string | null {
  const given = type === 'email' ? person.email : person.phoneNumber;
  if (given !== undefined) return given;
  return person.newHandles.find((handle) => handle.type === type)?.value ?? null;
}

/** Handles are inserted in a fixed order, so that two imports that share some cannot deadlock. */
const insertPeople = bulkStatement<{ claimedCount: number }>(
  'insert-people',
  `with contact as (
     insert into contacts (tenant_id, id, first_name, last_name, phone_number, email, is_subscribed, metadata,
       time_zone, created_at, updated_at)
     select $1::uuid, id, "firstName", "lastName", "phoneNumber", email, coalesce("isSubscribed", true),
       coalesce(metadata, '{}'::jsonb), "timeZone", $2::timestamptz, $2::timestamptz
     from json_to_recordset($3::json) as entry(id uuid, "firstName" text, "lastName" text, "phoneNumber" text,
       email text, "isSubscribed" boolean, metadata jsonb, "timeZone" text)
   ), claimed as (
     insert into handles (tenant_id, id, contact_id, type, value, is_primary, created_at, updated_at)
     select $1::uuid, id, "contactId", type, value, "isPrimary" and not exists (
         select from handles known where known.tenant_id = $1::uuid and known.contact_id = entry."contactId"
           and known.type = entry.type and known.is_primary
       ), $2::timestamptz, $2::timestamptz
     from json_to_recordset($4::json)
       as entry(id uuid, "contactId" uuid, type handle_type, value text, "isPrimary" boolean)
     order by type, value
     on conflict (tenant_id, type, value) do nothing
     returning id
   )
   select count(*)::int as "claimedCount" from claimed`,
);
