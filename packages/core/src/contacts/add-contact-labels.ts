import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { isNotErased } from '../resources/is-not-erased.js';
import type { Transaction } from '../sql/transact.js';
import { transactTogether } from '../sql/transact-together.js';
import { startTriggeredRuns } from '../triggers/start-triggered-runs.js';
import { ValidationErrors } from '../validation-errors.js';
import { maxLabels, TooManyLabelsError } from './bounds/max-labels.js';
import { type ContactRecord, contacts } from './contact-record.js';
import { recordContactUpdated } from './record-contacts-updated.js';

export interface ContactLabelsAddition {
  readonly contactId: string;
  readonly labelIds: readonly string[];
  /** The chain of events to which the change belongs; set when the run of an automation makes it. */
  readonly chainId?: string;
}

/** Adds all labels or none; a contact has at most `maxLabels`. A label that the contact already has changes nothing. */
export function addContactLabels(context: Context, addition: ContactLabelsAddition): Promise<ContactRecord> {
  return transactTogether(context, {
    kind: 'add-contact-labels',
    recordId: addition.contactId,
    work: (transaction) => applyContactLabels(transaction, context, addition),
  });
}

/** Like `addContactLabels`, as part of the caller's transaction. */
export async function applyContactLabels(
  transaction: Transaction,
  context: Context,
  { contactId, labelIds, chainId }: ContactLabelsAddition,
): Promise<ContactRecord> {
  const { tenantId } = context;
  const { isContactFound, knownIds, addedIds } = await add(transaction, context, { contactId, labelIds });
  if (!isContactFound) throw notFound('contact');
  refuseUnknown(labelIds, knownIds);
  if (addedIds.length === 0) return requireById(transaction.sql, contacts, { tenantId, id: contactId });
  const contact = await recordContactUpdated(transaction, context, contactId);
  // The statement that adds labels may have waited for a lock, and does not see what was added meanwhile. This record does.
  if (contact.labels.length > maxLabels) throw new TooManyLabelsError();
  const place = { contactId, chatId: null, channelId: null, chainId };
  await startTriggeredRuns(transaction, context, { type: 'label_added', ...place, labelIds: addedIds });
  return contact;
}

interface Addition {
  readonly isContactFound: boolean;
  readonly knownIds: readonly string[];
  readonly addedIds: readonly string[];
}

async function add(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { contactId, labelIds }: ContactLabelsAddition,
): Promise<Addition> {
  if (!isId(contactId)) throw notFound('contact');
  const wellFormed = labelIds.filter(isId);
  const isComplete = wellFormed.length === labelIds.length;
  const [row] = await sql(addLabels, [tenantId, contactId, wellFormed, isComplete, now()]);
  if (row === undefined) throw new Error('The statement that adds labels returned no row');
  return row;
}

/** The locks prevent a contact or label that was found from being deleted before the labels are added. */
const addLabels = statement<Addition>(
  'add-contact-labels',
  `with requested as (
     select distinct id from unnest($3::uuid[]) as requested(id)
   ), contact as (
     select id from contacts where tenant_id = $1::uuid and id = $2::uuid and ${isNotErased('contacts.id')}
     for no key update
   ), known as (
     select id from labels where tenant_id = $1::uuid and id in (select id from requested) for key share
   ), added as (
     insert into contact_labels (tenant_id, contact_id, label_id, created_at)
     select $1::uuid, contact.id, known.id, $5::timestamptz from contact, known
     where $4::boolean and (select count(*) from known) = (select count(*) from requested)
     on conflict do nothing
     returning label_id
   ), touched as (
     update contacts set updated_at = $5::timestamptz
     where tenant_id = $1::uuid and id = $2::uuid and exists (select from added)
   )
   select exists (select from contact) as "isContactFound",
     array(select id::text from known) as "knownIds",
     array(select label_id::text from added) as "addedIds"`,
);

function refuseUnknown(labelIds: readonly string[], knownIds: readonly string[]): void {
  const known = new Set(knownIds);
  const errors = new ValidationErrors();
  labelIds.forEach((id, index) => {
    if (!known.has(id.toLowerCase())) errors.add(`labels.${index}.id`, 'not_found', 'Label not found');
  });
  errors.throwIfAny();
}
