import { readPhoneNumbers } from '../addresses/read-phone-numbers.js';
import { findAttributes } from '../attributes/find-attributes.js';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { checkLabels } from '../labels/check-labels.js';
import { transact } from '../sql/transact.js';
import { startTriggeredRuns } from '../triggers/start-triggered-runs.js';
import { ValidationErrors } from '../validation-errors.js';
import { AttributeRoom } from './bounds/attribute-room.js';
import { tooManyAttributeBytes } from './bounds/max-attribute-bytes.js';
import { maxLabels, tooManyLabels } from './bounds/max-labels.js';
import { lacksNameAndAddress, nameOrAddressRequired } from './check-contact.js';
import type { ContactRecord } from './contact-record.js';
import type { NewContact } from './new-contact.js';
import { recordContactCreated } from './record-contacts-updated.js';
import { planOne } from './writing/plan-one.js';
import { readChange } from './writing/read-change.js';
import { writeContacts } from './writing/write-contacts.js';

/** Creates a contact, which needs at least a name or an address. One error lists everything that is wrong with it. */
export async function createContact(
  context: Context,
  { labelIds: named = [], ...contact }: NewContact,
): Promise<ContactRecord> {
  const phoneNumbers = await readPhoneNumbers(context, [contact.phoneNumber]);
  return transact(context, async (transaction) => {
    const errors = new ValidationErrors();
    const externalIds = contact.attributes?.map(({ externalId }) => externalId) ?? [];
    const attributes = await findAttributes(transaction, context, externalIds);
    const values = readChange(contact, { attributes, phoneNumbers }, errors);
    if (lacksNameAndAddress(contact)) errors.add('body', 'invalid_type', nameOrAddressRequired);
    const labelIds = await checkLabels(transaction, context, { labelIds: named, errors });
    if (labelIds.length > maxLabels) errors.add('labels', 'too_big', tooManyLabels);
    const contactId = newId();
    if (!new AttributeRoom().has(contactId, values.attributes))
      errors.add('attributes', 'too_big', tooManyAttributeBytes);
    const plan = planOne({ contactId, isNew: true, values, labelIds }, errors);
    const { attributeIds } = await writeContacts(transaction, context, plan);
    const created = await recordContactCreated(transaction, context, contactId);
    const event = { contactId, chatId: null, channelId: null, chainId: newId(), isChainNew: true };
    await startTriggeredRuns(transaction, context, { type: 'contact_created', ...event });
    if (labelIds.length > 0) {
      await startTriggeredRuns(transaction, context, { type: 'label_added', ...event, labelIds });
    }
    if (attributeIds.length > 0) {
      await startTriggeredRuns(transaction, context, { type: 'attribute_changed', ...event, attributeIds });
    }
    return created;
  });
}
