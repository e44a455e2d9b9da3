import { statement } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import { recordChatsDeleted } from '../chats/record-chats-deleted.js';
import { recordContactDeleted } from '../contacts/record-contact-deleted.js';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { addJob } from '../jobs/add-job.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { isNotErased } from '../resources/is-not-erased.js';
import { transact } from '../sql/transact.js';
import { hidePerson } from './hide-person.js';
import { hasManyRecords, lockChats, removePerson } from './steps/remove-person.js';

/**
 * Deletes a contact and erases its personal data. The records of most people are deleted at once. A person with many
 * records is hidden from every operation, and a job deletes the records in batches. The same job erases other data that
 * mentions the person, such as the data of events (docs/decisions/0043).
 */
export async function eraseContact(context: Context, contactId: string): Promise<DeleteResult> {
  const { tenantId, now, sizes } = context;
  const isErased =
    isId(contactId) &&
    (await transact(context, async (transaction) => {
      const { sql } = transaction;
      await sql(lockCampaigns, [tenantId, contactId]);
      const [contact] = await sql(lockContact, [tenantId, contactId]);
      if (contact === undefined) return false;
      const chats = await sql(lockChats, [tenantId, contact.id]);
      recordChatsDeleted(
        transaction,
        context,
        chats.map(({ id }) => id),
      );
      recordContactDeleted(transaction, context, contact.id);
      await sql(begin, [tenantId, contact.id, now()]);
      transaction.send(hideMergedIds, [tenantId, contact.id]);
      const [size] = await sql(hasManyRecords, [tenantId, contact.id, sizes.recordsErasedAtOnce]);
      if (size?.hasMany) await hidePerson(transaction, context, contact.id);
      else await removePerson(transaction, context, contact.id);
      recordAudit(transaction, context, { action: 'contact.erased', resourceId: contact.id });
      addJob(transaction, {
        task: 'erase-contact',
        payload: { tenantId, contactId: contact.id },
        runAt: now(),
        key: `erase-contact:${tenantId}:${contact.id}`,
      });
      return true;
    }));
  return isErased
    ? { deletedIds: [contactId], notFoundIds: [] }
    : { deletedIds: [], notFoundIds: [contactId] };
}

/**
 * The start of an occurrence locks the campaign and then its contacts. The removal writes numbers to the campaigns, so it
 * locks them in the same order.
 */
const lockCampaigns = statement(
  'lock-campaigns-of-contact',
  `select campaign.id from campaigns campaign
   where campaign.tenant_id = $1::uuid and campaign.id = any (array(
     select campaign_id from campaign_recipients where tenant_id = $1::uuid and contact_id = $2::uuid
   ))
   order by campaign.id for no key update`,
);

/** No record can be added to the contact while it is locked. */
const lockContact = statement<{ id: string }>(
  'lock-contact-to-erase',
  `select contacts.id from contacts where contacts.tenant_id = $1::uuid and contacts.id = $2::uuid
     and ${isNotErased('contacts.id')}
   for update`,
);

/**
 * Events and stored results mention a contact that was merged into this one by its own id. Hiding the id removes its events
 * from the feed at once.
 */
const hideMergedIds = statement(
  'hide-merged-contacts',
  `insert into erased_records (tenant_id, contact_id, id, is_hidden)
   select $1::uuid, $2::uuid, id, true from merged_contacts where tenant_id = $1::uuid and merged_into = $2::uuid
   on conflict (tenant_id, contact_id, id) do update set is_hidden = true`,
);

/** A contact that was imported again with its id can be erased again. */
const begin = statement(
  'begin-erasure',
  `insert into erasures (tenant_id, contact_id, state, requested_at)
   values ($1::uuid, $2::uuid, 'running', $3::timestamptz)
   on conflict (tenant_id, contact_id) do update
   set state = 'running', requested_at = excluded.requested_at, completed_at = null`,
);
