import { statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from '../sql/transact.js';
import { recordContactUpdated } from './record-contacts-updated.js';

/** Takes a label off a contact, as a part of the caller's transaction. False when it was not on. */
export async function applyContactLabelRemoval(
  transaction: Transaction,
  context: Context,
  { contactId, labelId }: { contactId: string; labelId: string },
): Promise<boolean> {
  const values = [context.tenantId, context.now(), contactId, labelId];
  const removed = await transaction.sql(remove, values);
  if (removed.length === 0) return false;
  await recordContactUpdated(transaction, context, contactId);
  return true;
}

const remove = statement<{ id: string }>(
  'remove-contact-label',
  `with removed as (
     delete from contact_labels where tenant_id = $1::uuid and contact_id = $3::uuid and label_id = $4::uuid
     returning contact_id
   )
   update contacts contact set updated_at = $2::timestamptz from removed
   where contact.tenant_id = $1::uuid and contact.id = removed.contact_id
   returning contact.id`,
);
