import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { recordingSql } from '../events/recording-sql.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';
import { type ContactRecord, contactJson } from './contact-record.js';

/** Records `contact.updated` for one contact as it is now in this transaction, and gives that contact. */
export async function recordContactUpdated(
  { sql }: Transaction,
  { tenantId, now }: Context,
  contactId: string,
): Promise<ContactRecord> {
  const [row] = await sql(record, [tenantId, now(), [contactId]]);
  if (row === undefined) throw new Error(`Contact ${contactId} is not there to record its update`);
  return row.record;
}

/** The same for many; the contacts do not travel to the caller, who may have thousands. */
export async function recordContactsUpdated(
  { sql }: Transaction,
  { tenantId, now }: Context,
  contactIds: readonly string[],
): Promise<void> {
  if (contactIds.length > 0) await sql(recordQuietly, [tenantId, now(), contactIds]);
}

const updated = `
  select ${newIdSql('$2::timestamptz')} as id, 'contact.updated' as type, null::text as legacy_type,
    null::uuid as channel_id, null::uuid as chat_id, contact.id as contact_id, ${contactJson('contact')} as data
  from contacts contact where contact.tenant_id = $1::uuid and contact.id = any ($3::uuid[])`;

const record = statement<{ record: ContactRecord }>('record-contact-updated', recordingSql(updated));

const recordQuietly = statement(
  'record-contacts-updated',
  recordingSql(updated, 'count(*)::int as "eventCount"'),
);
