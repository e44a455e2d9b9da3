import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import type { FoundAttribute } from '../../attributes/find-attributes.js';
import type { Faults } from '../../faults.js';
import type { NewHandle } from '../import/plan-import.js';
import { normalizeEmail, normalizePhoneNumber } from '../normalize-address.js';
import type { ContactChange, ContactValues } from './contact-change.js';

/** Checks what is said about a contact against the attributes there are, and brings it into its normal form. */
export function readChange(
  change: ContactChange,
  known: ReadonlyMap<string, FoundAttribute>,
  faults: Faults,
): ContactValues {
  const { email, phoneNumber, attributes, ...rest } = change;
  return {
    ...rest,
    ...(email !== undefined && { email: readEmail(email, faults) }),
    ...(phoneNumber !== undefined && { phoneNumber: readPhoneNumber(phoneNumber, faults) }),
    attributes: readAttributes(attributes ?? [], known, faults),
  };
}

function readEmail(text: string | null, faults: Faults): string | null {
  if (text !== null && !/^[^\s@]+@[^\s@]+$/.test(text)) {
    faults.add('email', 'invalid_string', 'Invalid email');
  }
  return normalizeEmail(text);
}

function readPhoneNumber(text: string | null, faults: Faults): string | null {
  if (text !== null && (text.length < 3 || !/^[+(]*\d[\d\s().\-/]*$/.test(text))) {
    faults.add('phoneNumber', 'invalid_string', 'Invalid phone number');
  }
  return normalizePhoneNumber(text);
}

function readAttributes(
  attributes: NonNullable<ContactChange['attributes']>,
  known: ReadonlyMap<string, FoundAttribute>,
  faults: Faults,
): Map<string, string | null> {
  const values = new Map<string, string | null>();
  for (const [index, { externalId, value }] of attributes.entries()) {
    const attribute = known.get(externalId);
    const path = `attributes.${index}`;
    if (attribute === undefined) {
      faults.add(`${path}.externalId`, 'not_found', 'Attribute not found');
      continue;
    }
    const problem = value === null ? undefined : checkAttributeValue(attribute.type, value);
    if (problem !== undefined) faults.add(`${path}.value`, 'invalid_string', problem);
    values.set(attribute.id, value);
  }
  return values;
}

export function addressesOf({ phoneNumber, email }: ContactValues): NewHandle[] {
  return [
    ...(phoneNumber ? [{ type: 'phone_number' as const, value: phoneNumber }] : []),
    ...(email ? [{ type: 'email' as const, value: email }] : []),
  ];
}

export const addressPaths = { phone_number: 'phoneNumber', email: 'email' } as const;
