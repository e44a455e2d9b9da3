import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { startTriggeredRuns } from '../triggers/start-triggered-runs.js';
import { recordContactUpdated } from './record-contacts-updated.js';

export interface ContactAttributeValue {
  readonly contactId: string;
  readonly attributeId: string;
  /** The value as text, which must be valid for the attribute's type. */
  readonly value: string;
  /** The chain of events to which the change belongs. */
  readonly chainId: string;
}

/**
 * Sets one attribute of a contact, as part of the caller's transaction. Returns false when it already had that value.
 */
export async function applyContactAttribute(
  transaction: Transaction,
  context: Context,
  { contactId, attributeId, value, chainId }: ContactAttributeValue,
): Promise<boolean> {
  const written = await transaction.sql(set, [
    context.tenantId,
    context.now(),
    contactId,
    attributeId,
    value,
  ]);
  if (written.length === 0) return false;
  await recordContactUpdated(transaction, context, contactId);
  const place = { contactId, chatId: null, channelId: null, chainId };
  await startTriggeredRuns(transaction, context, {
    type: 'attribute_changed',
    ...place,
    attributeIds: [attributeId],
  });
  return true;
}

const set = statement<{ id: string }>(
  'set-contact-attribute',
  `with written as (
     insert into attribute_values (tenant_id, created_at, updated_at, contact_id, attribute_id, value)
     values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::text)
     on conflict (tenant_id, contact_id, attribute_id) do update
       set value = excluded.value, updated_at = excluded.updated_at
       where attribute_values.value <> excluded.value
     returning contact_id
   )
   update contacts contact set updated_at = $2::timestamptz from written
   where contact.tenant_id = $1::uuid and contact.id = written.contact_id
   returning contact.id`,
);
