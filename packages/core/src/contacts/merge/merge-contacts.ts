import { recordAudit } from '../../auditing/record-audit.js';
import { recordChatsWritten } from '../../chats/record-chat-updated.js';
import type { Context } from '../../context.js';
import { collectInvalidParams, type InvalidParams } from '../../domain-error.js';
import { requireById } from '../../resources/get-by-id.js';
import { readingOnly } from '../../sql/reading.js';
import { transact } from '../../sql/transact.js';
import type { ValidPart } from '../../valid-part.js';
import { type ContactRecord, contacts } from '../contact-record.js';
import type { ContactMerge } from './contact-merge.js';
import { lockPeople } from './lock-people.js';
import { moveRecipients } from './move-recipients.js';
import { moveRecords } from './move-records.js';
import { moveRuns } from './move-runs.js';
import { recordContactMerged } from './record-contact-merged.js';

/**
 * Moves everything of a contact to another one and deletes it; its id then names the other one. A contact that was merged
 * into the same contact before changes nothing and emits no event. It starts no automations: nobody has added a label
 * or changed a value (docs/decisions/0069).
 */
export function mergeContacts(context: Context, merge: ContactMerge): Promise<ContactRecord> {
  const { tenantId } = context;
  return transact(context, async (transaction) => {
    const pair = await lockPeople(transaction, context, merge);
    const { keptId, mergedId, chatIds } = pair;
    if (mergedId === null) return requireById(transaction.sql, contacts, { tenantId, id: keptId });
    const ids = { keptId, mergedId };
    await moveRecipients(transaction, context, ids);
    await moveRuns(transaction, context, ids);
    await moveRecords(transaction, context, { ...ids, chatIds });
    const contact = await recordContactMerged(transaction, context, ids);
    recordChatsWritten(
      transaction,
      context,
      chatIds.map((chatId) => ({ chatId, isNew: false })),
    );
    recordAudit(transaction, context, { action: 'contact.merged', resourceId: mergedId });
    return contact;
  });
}

/** Returns the validation errors of a merge without merging. */
export async function findMergeErrors(
  context: Context,
  { contactId: mergedId }: ValidPart<{ contactId: string }>,
  contactId: string,
): Promise<InvalidParams> {
  if (mergedId === undefined) return {};
  return collectInvalidParams(() => lockPeople(readingOnly(context), context, { contactId, mergedId }));
}
