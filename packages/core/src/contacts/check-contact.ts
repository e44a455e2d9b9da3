import { statement } from '@parley/database';
import { readPhoneNumbers } from '../addresses/read-phone-numbers.js';
import { findAttributes } from '../attributes/find-attributes.js';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { isId } from '../ids.js';
import { checkLabels } from '../labels/check-labels.js';
import { readingOnly } from '../sql/reading.js';
import { checkTimeZone } from '../time-zones/time-zone.js';
import { isRefused, type ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';
import { findAttributeRoom } from './bounds/attribute-room.js';
import { tooManyAttributeBytes } from './bounds/max-attribute-bytes.js';
import { tooManyHandles } from './bounds/max-handles.js';
import { maxLabels, tooManyLabels } from './bounds/max-labels.js';
import type { NewHandle } from './import/plan-import.js';
import type { NewContact } from './new-contact.js';
import { checkMetadata } from './writing/check-metadata.js';
import { exceedsHandles } from './writing/exceeds-handles.js';
import { findStoredAddresses, readAddresses } from './writing/read-addresses.js';
import { addressesOf, addressPaths, readAttributes } from './writing/read-change.js';

/** Returns the validation errors of a contact without writing. A new contact has no id. */
export async function checkContact(
  context: Context,
  contact: ValidPart<NewContact>,
  contactId?: string,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  const reading = readingOnly(context);
  const { metadata, timeZone, attributes = [], labelIds = [] } = contact;
  const phoneNumbers = await readPhoneNumbers(context, [contact.phoneNumber]);
  const stored = await findStoredAddresses(reading.sql, context, contactId ?? '');
  const addresses = addressesOf(readAddresses(contact, { phoneNumbers, stored }, errors));
  if (metadata !== undefined) checkMetadata(metadata, errors);
  checkTimeZone(timeZone, 'timeZone', errors);
  const externalIds = attributes.flatMap((attribute) => attribute?.externalId ?? []);
  const values = readAttributes(attributes, await findAttributes(reading, context, externalIds), errors);
  const contactIds = contactId !== undefined && isId(contactId) ? [contactId.toLowerCase()] : [];
  const room = await findAttributeRoom(reading, context, { contactIds, values: [values] });
  if (!room.has(contactIds[0] ?? '', values)) errors.add('attributes', 'too_big', tooManyAttributeBytes);
  if (contactId === undefined && lacksNameAndAddress(contact))
    errors.add('body', 'invalid_type', nameOrAddressRequired);
  const labels = await checkLabels(reading, context, { labelIds, errors });
  if (labels.length > maxLabels) errors.add('labels', 'too_big', tooManyLabels);
  const taken = new Set((await findTaken(context, addresses, contactId)).map(({ type }) => type));
  for (const type of taken) errors.add(addressPaths[type], 'not_unique', 'Another contact has this address');
  const free = addresses.filter(({ type }) => !taken.has(type));
  if (contactId !== undefined && (await exceedsHandles(context, contactId, free)))
    for (const { type } of free) errors.add(addressPaths[type], 'too_big', tooManyHandles);
  return errors.invalidParams;
}

const names = ['firstName', 'lastName', 'email', 'phoneNumber'] as const;

export const nameOrAddressRequired = 'At least one of firstName, lastName, email and phoneNumber is required';

/** Whether a contact has neither a name nor an address. A field that the schema rejected counts as present. */
export function lacksNameAndAddress(contact: ValidPart<NewContact>): boolean {
  return names.every((name) => !isRefused(contact, name) && !contact[name]?.trim());
}

async function findTaken(
  { database, tenantId }: Context,
  addresses: readonly NewHandle[],
  contactId: string | undefined,
): Promise<readonly NewHandle[]> {
  if (addresses.length === 0) return [];
  const types = addresses.map(({ type }) => type);
  const values = addresses.map(({ value }) => value);
  const owned = await database.sql(find, [tenantId, types, values]);
  return owned.filter((address) => address.contactId !== contactId?.toLowerCase());
}

const find = statement<NewHandle & { readonly contactId: string }>(
  'find-taken-addresses',
  `select handle.type, handle.value, handle.contact_id as "contactId"
   from unnest($2::handle_type[], $3::text[]) as wanted(type, value)
   join handles handle on handle.tenant_id = $1::uuid and handle.type = wanted.type and handle.value = wanted.value`,
);
