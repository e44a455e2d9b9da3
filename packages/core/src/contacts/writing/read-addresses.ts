import { type Sql, statement } from '@parley/database';
import { invalidEmail, invalidPhoneNumber } from '../../addresses/address-problems.js';
import { readEmail } from '../../addresses/read-email.js';
import type { PhoneNumbers } from '../../addresses/read-phone-numbers.js';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import type { ValidationErrors } from '../../validation-errors.js';
import type { ContactValues } from './contact-change.js';

export interface KnownAddresses {
  /** Contains every phone number that the change names. */
  readonly phoneNumbers: PhoneNumbers;
  /** The contact's current addresses; undefined for a new contact. */
  readonly stored?: StoredAddresses | undefined;
}

export interface StoredAddresses {
  readonly phoneNumber: string | null;
  readonly email: string | null;
}

type Addresses = Pick<ContactValues, 'phoneNumber' | 'email'>;

/**
 * Brings the addresses of a change into their normal form. An address that equals the stored one is not a change and is
 * left out: the contact of an SMS sender has a short code or a name for its number, and another contact may have the
 * normal form of an address that was stored earlier. A caller can therefore send back such a contact as it was read.
 */
export function readAddresses(
  { email, phoneNumber }: { readonly [Name in keyof Addresses]: Addresses[Name] | undefined },
  { phoneNumbers, stored }: KnownAddresses,
  errors: ValidationErrors,
): Addresses {
  const isNewEmail = email !== undefined && !isStored(email, stored?.email);
  const isNewNumber = phoneNumber !== undefined && !isStored(phoneNumber, stored?.phoneNumber);
  return {
    ...(isNewEmail && { email: requireEmail(email, errors) }),
    ...(isNewNumber && { phoneNumber: requirePhoneNumber(phoneNumber, phoneNumbers, errors) }),
  };
}

function isStored(value: string | null, stored: string | null | undefined): boolean {
  return value !== null && value === stored;
}

function requireEmail(text: string | null, errors: ValidationErrors): string | null {
  const email = text === null ? null : readEmail(text);
  if (email === undefined) errors.add('email', 'invalid_string', invalidEmail);
  return email ?? null;
}

function requirePhoneNumber(
  text: string | null,
  numbers: PhoneNumbers,
  errors: ValidationErrors,
): string | null {
  const number = text === null ? null : numbers.get(text);
  if (number === undefined) errors.add('phoneNumber', 'invalid_string', invalidPhoneNumber);
  return number ?? null;
}

export async function findStoredAddresses(
  sql: Sql,
  { tenantId }: Context,
  contactId: string,
): Promise<StoredAddresses | undefined> {
  const [stored] = isId(contactId) ? await sql(find, [tenantId, contactId]) : [];
  return stored;
}

const find = statement<StoredAddresses>(
  'find-stored-addresses',
  `select phone_number as "phoneNumber", email from contacts where tenant_id = $1::uuid and id = $2::uuid`,
);
