import type { Context } from '../../context.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';
import type { NewHandle, Person } from './plan-import.js';

interface Completion {
  readonly people: readonly Person[];
  /** Contacts that have already changed, and whose `updatedAt` must change. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Fills in the missing fields of known contacts, without overwriting what people may have corrected. Returns the ids of
 * the contacts that changed.
 */
export async function completeContacts(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { people, changed }: Completion,
): Promise<string[]> {
  const rows = people
    .filter(({ isNew }) => !isNew)
    .map((person) => ({
      id: person.contactId,
      firstName: person.firstName,
      lastName: person.lastName,
      phoneNumber: firstOf(person, 'phone_number'),
      email: firstOf(person, 'email'),
      isChanged: changed.has(person.contactId),
    }));
  if (rows.length === 0) return [];
  const written = await sql(updateContacts, [tenantId, now(), JSON.stringify(rows)]);
  return written.map(({ id }) => id);
}

function firstOf({ newHandles }: Person, type: NewHandle['type']): string | null {
  return newHandles.find((handle) => handle.type === type)?.value ?? null;
}

const updateContacts = bulkStatement<{ id: string }>(
  'complete-contacts',
  `update contacts contact set
     first_name = coalesce(contact.first_name, entry."firstName"),
     last_name = coalesce(contact.last_name, entry."lastName"),
     phone_number = coalesce(contact.phone_number, entry."phoneNumber"),
     email = coalesce(contact.email, entry.email),
     updated_at = $2::timestamptz
   from json_to_recordset($3::json) as entry(id uuid, "firstName" text, "lastName" text, "phoneNumber" text,
     email text, "isChanged" boolean)
   where contact.tenant_id = $1::uuid and contact.id = entry.id
     and (entry."isChanged" or (contact.first_name is null and entry."firstName" is not null)
       or (contact.last_name is null and entry."lastName" is not null))
   returning contact.id`,
);
