import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { findById } from '../resources/find-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import { contacts } from './contact-record.js';
import { recordContactUpdated } from './record-contacts-updated.js';

export interface ContactLabelRemoval {
  readonly contactId: string;
  readonly labelId: string;
}

/** Removes a label from a contact. The error states whether the contact or its label does not exist. */
export function removeContactLabel(context: Context, removal: ContactLabelRemoval): Promise<DeleteResult> {
  const { contactId, labelId } = removal;
  return transact(context, async (transaction) => {
    if (isId(contactId) && isId(labelId) && (await applyContactLabelRemoval(transaction, context, removal))) {
      return { deletedIds: [labelId], notFoundIds: [] };
    }
    const key = { tenantId: context.tenantId, id: contactId };
    const contact = await findById(transaction.sql, contacts, key);
    return { deletedIds: [], notFoundIds: [contact === undefined ? contactId : labelId] };
  });
}

/**
 * Like `removeContactLabel`, as part of the caller's transaction. Returns false when the contact did not have the
 * label.
 */
export async function applyContactLabelRemoval(
  transaction: Transaction,
  context: Context,
  { contactId, labelId }: ContactLabelRemoval,
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
