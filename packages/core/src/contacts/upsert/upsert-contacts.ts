import { readPhoneNumbers } from '../../addresses/read-phone-numbers.js';
import { findAttributes } from '../../attributes/find-attributes.js';
import type { Context } from '../../context.js';
import { limitContactsPerCall } from '../../plans/limit-reached.js';
import { limitBulkWork } from '../../sql/limit-bulk-work.js';
import { transact } from '../../sql/transact.js';
import { findAttributeRoom } from '../bounds/attribute-room.js';
import { findHandleRoom } from '../bounds/handle-room.js';
import { findLabelRoom } from '../bounds/label-room.js';
import { handleKey } from '../import/plan-import.js';
import { recordContactsWritten } from '../record-contacts-updated.js';
import { writeContacts } from '../writing/write-contacts.js';
import { planUpsert } from './plan-upsert.js';
import { readItem, type UpsertItem } from './read-item.js';
import type { UpsertResult } from './upsert-result.js';

/**
 * Creates or changes the contact of each item; an invalid item fails alone. No automations are triggered: loading a
 * list is not a reason to send a message to everybody on it.
 */
export async function upsertContacts(
  context: Context,
  items: readonly UpsertItem[],
): Promise<UpsertResult[]> {
  limitContactsPerCall(context, items.length);
  const { contactsOfBulkWork } = context.sizes;
  return limitBulkWork(context, () => upsert(context, items), items.length > contactsOfBulkWork);
}

async function upsert(context: Context, items: readonly UpsertItem[]): Promise<UpsertResult[]> {
  const phoneNumbers = await readPhoneNumbers(
    context,
    items.map(({ phoneNumber }) => phoneNumber),
  );
  return transact(context, async (transaction) => {
    const externalIds = items.flatMap(({ attributes = [] }) =>
      attributes.map(({ externalId }) => externalId),
    );
    const attributes = await findAttributes(transaction, context, externalIds);
    const read = items.map((item) => readItem(item, { attributes, phoneNumbers }));
    let results: UpsertResult[] = [];
    let created: ReadonlySet<string> = new Set();
    const handles = read.flatMap((item) => item.handles);
    const names = read.flatMap(({ labelNames }) => labelNames);
    const { contactIds } = await writeContacts(transaction, context, {
      handles,
      async plan(owners) {
        const known = [...owners.values()];
        const added = new Set(handles.map(handleKey).filter((key) => !owners.has(key))).size;
        const room = await findLabelRoom(transaction, context, { contactIds: known, names });
        const handleRoom = await findHandleRoom(transaction, context, { contactIds: known, added });
        const values = read.map((item) => item.values.attributes);
        const attributeRoom = await findAttributeRoom(transaction, context, { contactIds: known, values });
        const plan = planUpsert(read, { owners, room, attributeRoom, handleRoom });
        results = plan.results;
        created = new Set(plan.writes.filter(({ isNew }) => isNew).map(({ contactId }) => contactId));
        return plan.writes;
      },
    });
    const written = [...contactIds].map((contactId) => ({ contactId, isNew: created.has(contactId) }));
    recordContactsWritten(transaction, context, written);
    return results;
  });
}
