import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { hasChatOn, type Recorded, recordingSql } from '../events/recording-sql.js';
import { bulkStatement, opaqueTenant } from '../sql/bulk-statement.js';
import { newIdSql } from '../sql/new-id-sql.js';
import type { Transaction } from '../sql/transact.js';
import { type ContactRecord, contactJson } from './contact-record.js';

/** Records `contact.updated` with the contact as it is now in this transaction, and returns the contact. */
export async function recordContactUpdated(
  { sql }: Transaction,
  { tenantId, now }: Context,
  contactId: string,
): Promise<ContactRecord> {
  const [row] = await sql(record, [tenantId, now(), [contactId]]);
  if (row === undefined)
    throw new Error(`Contact ${contactId} does not exist, so its update cannot be recorded`);
  return row.record;
}

/**
 * Records `contact.updated` for many contacts, without returning their records. Nothing is recorded when no webhook
 * subscribes: recording five thousand events that nobody reads took a third of the time of an import.
 */
export function recordContactsUpdated(
  { send }: Transaction,
  { tenantId, now }: Context,
  contactIds: readonly string[],
): void {
  if (contactIds.length > 0) send(recordQuietly, [tenantId, now(), contactIds]);
}

const updated = `
  with ${opaqueTenant}
  select ${newIdSql('$2::timestamptz')} as id, 'contact.updated' as type, null::text as legacy_type,
    null::uuid as channel_id, null::uuid as chat_id, contact.id as contact_id, ${contactJson('contact')} as data
  from tenant cross join unnest($3::uuid[]) as requested(id)
  cross join lateral (
    select * from contacts where contacts.tenant_id = tenant.id and contacts.id = requested.id offset 0
  ) contact`;

const record = statement<Recorded<ContactRecord>>('record-contact-updated', recordingSql(updated));

const isSubscribed = (scope: string) => `exists (
  select from webhooks webhook
  join webhook_events entry on entry.tenant_id = webhook.tenant_id and entry.webhook_id = webhook.id
  where webhook.tenant_id = $1::uuid and webhook.status = 'active'
    and (entry.type is null or entry.type = 'contact.updated') and ${scope}
)`;

/** Subscriptions with a scope are checked for each contact, and only if there are any. */
const hasSubscriber = `${isSubscribed('cardinality(entry.channel_ids) = 0')}
  or (${isSubscribed('cardinality(entry.channel_ids) > 0')} and ${isSubscribed(hasChatOn('contact.id', 'entry.channel_ids'))})`;

const recordQuietly = bulkStatement(
  'record-contacts-updated',
  recordingSql(`${updated} where ${hasSubscriber}`, 'count(*)::int as "eventCount"'),
);
