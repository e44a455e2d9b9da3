import { readPhoneNumbers } from '../addresses/read-phone-numbers.js';
import { findAttributes } from '../attributes/find-attributes.js';
import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { lockById } from '../resources/lock-by-id.js';
import { type Transaction, transact } from '../sql/transact.js';
import { startTriggeredRuns } from '../triggers/start-triggered-runs.js';
import { ValidationErrors } from '../validation-errors.js';
import { findAttributeRoom } from './bounds/attribute-room.js';
import { findHandleRoom, findManyHandles, type HandleRoom } from './bounds/handle-room.js';
import { tooManyAttributeBytes } from './bounds/max-attribute-bytes.js';
import { maxHandles, tooManyHandles } from './bounds/max-handles.js';
import { type ContactRecord, contacts } from './contact-record.js';
import type { NewHandle } from './import/plan-import.js';
import { recordContactUpdated } from './record-contacts-updated.js';
import type { ContactChange } from './writing/contact-change.js';
import { planOne } from './writing/plan-one.js';
import { findStoredAddresses } from './writing/read-addresses.js';
import { addressesOf, addressPaths, readChange } from './writing/read-change.js';
import { writeContacts } from './writing/write-contacts.js';

export interface ContactUpdate extends ContactChange {
  readonly contactId: string;
}

/** Updates a contact. Absent fields remain unchanged. Unchanged values have no effect and emit no event. */
export async function updateContact(
  context: Context,
  { contactId: id, ...change }: ContactUpdate,
): Promise<ContactRecord> {
  const phoneNumbers = await readPhoneNumbers(context, [change.phoneNumber]);
  return transact(context, async (transaction) => {
    const { tenantId } = context;
    const contactId = await lockById(transaction, context, contacts, id);
    const errors = new ValidationErrors();
    const externalIds = change.attributes?.map(({ externalId }) => externalId) ?? [];
    const attributes = await findAttributes(transaction, context, externalIds);
    const stored = await findStoredAddresses(transaction.sql, context, contactId);
    const values = readChange(change, { attributes, phoneNumbers, stored }, errors);
    const written = { contactIds: [contactId], values: [values.attributes] };
    const attributeRoom = await findAttributeRoom(transaction, context, written);
    if (!attributeRoom.has(contactId, values.attributes))
      errors.add('attributes', 'too_big', tooManyAttributeBytes);
    const plan = planOne({ contactId, isNew: false, values }, errors);
    const addresses = addressesOf(values);
    const found = { contactIds: [contactId], added: addresses.length };
    const room = await findHandleRoom(transaction, context, found);
    const { contactIds, attributeIds } = await writeContacts(transaction, context, plan);
    await refuseManyHandles(transaction, context, { contactId, addresses, room });
    if (contactIds.size === 0) return requireById(transaction.sql, contacts, { tenantId, id: contactId });
    const updated = await recordContactUpdated(transaction, context, contactId);
    if (attributeIds.length > 0) {
      const place = { contactId, chatId: null, channelId: null };
      await startTriggeredRuns(transaction, context, { type: 'attribute_changed', ...place, attributeIds });
    }
    return updated;
  });
}

interface AddressChange {
  readonly contactId: string;
  readonly addresses: readonly NewHandle[];
  /** The addresses of the contact before the change. */
  readonly room: HandleRoom;
}

/**
 * A replaced address remains if it has a chat, so a contact can get one more with each change. A contact that already has more
 * than it can have keeps them.
 */
async function refuseManyHandles(
  transaction: Transaction,
  context: Context,
  { contactId, addresses, room }: AddressChange,
): Promise<void> {
  if (room.has(contactId, addresses.length)) return;
  const above = Math.max(maxHandles, room.countOf(contactId));
  const crowded = await findManyHandles(transaction, context, { ids: [contactId], above });
  const errors = new ValidationErrors();
  if (crowded.length > 0)
    for (const { type } of addresses) errors.add(addressPaths[type], 'too_big', tooManyHandles);
  errors.throwIfAny();
}
