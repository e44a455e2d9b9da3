import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import type { FoundAttribute } from '../../attributes/find-attributes.js';
import { checkTimeZone } from '../../time-zones/time-zone.js';
import type { ValidationErrors } from '../../validation-errors.js';
import type { NewHandle } from '../import/plan-import.js';
import { checkMetadata } from './check-metadata.js';
import type { ContactChange, ContactValues } from './contact-change.js';
import { type KnownAddresses, readAddresses } from './read-addresses.js';

/** The facts that a change is checked against. */
export interface KnownFacts extends KnownAddresses {
  readonly attributes: ReadonlyMap<string, FoundAttribute>;
}

/** Validates a change of a contact, and brings it into its normal form. */
export function readChange(
  change: ContactChange,
  { attributes: known, ...addresses }: KnownFacts,
  errors: ValidationErrors,
): ContactValues {
  const { email, phoneNumber, attributes, ...rest } = change;
  if (rest.metadata !== undefined) checkMetadata(rest.metadata, errors);
  checkTimeZone(rest.timeZone, 'timeZone', errors);
  return {
    ...rest,
    ...readAddresses(change, addresses, errors),
    attributes: readAttributes(attributes ?? [], known, errors),
  };
}

/** Adds an error for each attribute that does not exist and each value that is not valid for its attribute. */
export function readAttributes(
  attributes: readonly (NonNullable<ContactChange['attributes']>[number] | undefined)[],
  known: ReadonlyMap<string, FoundAttribute>,
  errors: ValidationErrors,
): Map<string, string | null> {
  const values = new Map<string, string | null>();
  for (const [index, given] of attributes.entries()) {
    if (given === undefined) continue;
    const { externalId, value } = given;
    const attribute = known.get(externalId);
    const path = `attributes.${index}`;
    if (attribute === undefined) {
      errors.add(`${path}.externalId`, 'not_found', 'Attribute not found');
      continue;
    }
    const problem = value === null ? undefined : checkAttributeValue(attribute.type, value);
    if (problem !== undefined) errors.add(`${path}.value`, 'invalid_string', problem);
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
