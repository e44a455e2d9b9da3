import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { startTriggeredRuns } from '../triggers/start-triggered-runs.js';
import { exceedsAttributeBytes, TooManyAttributeBytesError } from './bounds/max-attribute-bytes.js';
import type { ContactRecord } from './contact-record.js';
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
 * Sets one attribute of a contact, as part of the caller's transaction. Returns false when it already had that value. Throws
 * `TooManyAttributeBytesError` when the contact has no room for the value.
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
  const [row] = written;
  if (row === undefined) return false;
  const contact = await recordContactUpdated(transaction, context, contactId);
  refuseManyBytes(contact, Buffer.byteLength(value) - row.replacedBytes);
  const place = { contactId, chatId: null, channelId: null, chainId };
  await startTriggeredRuns(transaction, context, {
    type: 'attribute_changed',
    ...place,
    attributeIds: [attributeId],
  });
  return true;
}

/** The statement that writes the value may have waited for a lock. This record contains what was written meanwhile. */
function refuseManyBytes({ attributes }: ContactRecord, growth: number): void {
  const after = attributes.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
  if (exceedsAttributeBytes({ before: after - growth, after })) throw new TooManyAttributeBytesError();
}

const set = statement<{ replacedBytes: number }>(
  'set-contact-attribute',
  `with replaced as (
     select octet_length(value) as bytes from attribute_values
     where tenant_id = $1::uuid and contact_id = $3::uuid and attribute_id = $4::uuid
   ), written as (
     insert into attribute_values (tenant_id, created_at, updated_at, contact_id, attribute_id, value)
     values ($1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::uuid, $5::text)
     on conflict (tenant_id, contact_id, attribute_id) do update
       set value = excluded.value, updated_at = excluded.updated_at
       where attribute_values.value <> excluded.value
     returning contact_id
   )
   update contacts contact set updated_at = $2::timestamptz from written
   where contact.tenant_id = $1::uuid and contact.id = written.contact_id
   returning coalesce((select bytes from replaced), 0) as "replacedBytes"`,
);
