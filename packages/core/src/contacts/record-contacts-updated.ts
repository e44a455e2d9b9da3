import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { type Recorded, recordingSql } from '../events/recording-sql.js';
import { newId, newIdsAt } from '../ids.js';
import { bulkStatement, opaqueTenant } from '../sql/bulk-statement.js';
import type { Transaction } from '../sql/transact.js';
import { type ContactRecord, contactJson } from './contact-record.js';

/** Records `contact.updated` with the contact as it is now in this transaction, and returns the contact. */
export function recordContactUpdated(
  transaction: Transaction,
  context: Context,
  contactId: string,
): Promise<ContactRecord> {
  return recordOne(transaction, context, { contactId, isNew: false });
}

/**
 * Records `contact.created`, and `contact.updated` after it, and returns the contact. Earlier releases have emitted
 * `contact.updated` for a new contact, so it is emitted still.
 */
export function recordContactCreated(
  transaction: Transaction,
  context: Context,
  contactId: string,
): Promise<ContactRecord> {
  return recordOne(transaction, context, { contactId, isNew: true });
}

export interface WrittenContact {
  readonly contactId: string;
  readonly isNew: boolean;
}

/**
 * Does the same for many contacts with one statement, without returning their records. The events are recorded even if
 * no webhook subscribes, because the feed contains them. They precede all events that this process records in the same
 * transaction afterwards, such as those of the chats of new contacts.
 */
export function recordContactsWritten(
  { send }: Transaction,
  { tenantId, now }: Context,
  contacts: readonly WrittenContact[],
): void {
  if (contacts.length === 0) return;
  send(contacts.length > fewContacts ? recordMany : recordFew, [
    tenantId,
    now(),
    contacts.map(({ contactId }) => contactId),
    contacts.map(({ isNew }) => (isNew ? newId() : null)),
    contacts.map(() => newId()),
  ]);
}

async function recordOne(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { contactId, isNew }: WrittenContact,
): Promise<ContactRecord> {
  const at = now();
  // The id of an event decides its partition and that of its deliveries, which in a simulation are those of another day.
  const [createdId, updatedId] = newIdsAt(at);
  const values = [tenantId, at, [contactId], [isNew ? createdId : null], [updatedId]];
  const [row] = await sql(record, values);
  if (row === undefined)
    throw new Error(`Contact ${contactId} does not exist, so its update cannot be recorded`);
  return row.record;
}

/** Up to this number, planning the statement for its values takes longer than running it. */
const fewContacts = 50;

/** The record of each contact is built once for both events. */
const written = `
  with ${opaqueTenant}
  select event.id, event.type, null::text as legacy_type, null::uuid as channel_id, null::uuid as chat_id,
    contact.id as contact_id, contact.data
  from tenant cross join unnest($3::uuid[], $4::uuid[], $5::uuid[]) as requested(id, created_id, updated_id)
  cross join lateral (
    select contact.id, ${contactJson('contact')} as data
    from contacts contact where contact.tenant_id = tenant.id and contact.id = requested.id offset 0
  ) contact
  cross join lateral (
    values (requested.created_id, 'contact.created'), (requested.updated_id, 'contact.updated')
  ) as event(id, type)
  where event.id is not null`;

const record = statement<Recorded<ContactRecord>>('record-contact-updated', recordingSql(written));

const writtenCount = recordingSql(written, 'count(*)::int as "eventCount"');

const recordFew = statement('record-few-contacts-written', writtenCount);

const recordMany = bulkStatement('record-contacts-written', writtenCount);
