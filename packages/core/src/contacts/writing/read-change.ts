import { invalidEmail, invalidPhoneNumber } from '../../addresses/address-problems.js';
import { readEmail } from '../../addresses/read-email.js';
import type { PhoneNumbers } from '../../addresses/read-phone-numbers.js';
import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import type { FoundAttribute } from '../../attributes/find-attributes.js';
import type { Faults } from '../../faults.js';
import type { NewHandle } from '../import/plan-import.js';
import { checkMetadata } from './check-metadata.js';
import type { ContactChange, ContactValues } from './contact-change.js';

/** What a change is checked against. */
export interface KnownFacts {
  readonly attributes: ReadonlyMap<string, FoundAttribute>;
  /** Of every number that the change names. */
  readonly phoneNumbers: PhoneNumbers;
}

/** Checks what is said about a contact, and brings it into its normal form. */
export function readChange(
  change: ContactChange,
  { attributes: known, phoneNumbers }: KnownFacts,
  faults: Faults,
): ContactValues {
  const { email, phoneNumber, attributes, ...rest } = change;
  if (rest.metadata !== undefined) checkMetadata(rest.metadata, faults);
  return {
    ...rest,
    ...(email !== undefined && { email: requireEmail(email, faults) }),
    ...(phoneNumber !== undefined && {
      phoneNumber: requirePhoneNumber(phoneNumber, phoneNumbers, faults),
    }),
    attributes: readAttributes(attributes ?? [], known, faults),
  };
}

export function requireEmail(text: string | null, faults: Faults): string | null {
  const email = text === null ? null : readEmail(text);
  if (email === undefined) faults.add('email', 'invalid_string', invalidEmail);
  return email ?? null;
}

export function requirePhoneNumber(
  text: string | null,
  numbers: PhoneNumbers,
  faults: Faults,
): string | null {
  const number = text === null ? null : numbers.get(text);
  if (number === undefined) faults.add('phoneNumber', 'invalid_string', invalidPhoneNumber);
  return number ?? null;
}

/** Adds each attribute that does not exist and each value that does not suit its attribute. */
export function readAttributes(
  attributes: readonly (NonNullable<ContactChange['attributes']>[number] | undefined)[],
  known: ReadonlyMap<string, FoundAttribute>,
  faults: Faults,
): Map<string, string | null> {
  const values = new Map<string, string | null>();
  for (const [index, given] of attributes.entries()) {
    if (given === undefined) continue;
    const { externalId, value } = given;
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

export function addressesOf({
  phoneNumber,
  email,
}: Pick<ContactValues, 'phoneNumber' | 'email'>): NewHandle[] {
  return [
    ...(phoneNumber ? [{ type: 'phone_number' as const, value: phoneNumber }] : []),
    ...(email ? [{ type: 'email' as const, value: email }] : []),
  ];
}

export const addressPaths = { phone_number: 'phoneNumber', email: 'email' } as const;
