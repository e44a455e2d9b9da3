import type { ContactRecord } from '../../contacts/contact-record.js';
import type { TemplateVariables } from './render-template.js';

/**
 * Returns the variables that a template can use for a contact: its fields, and its attributes by their external id. A
 * field that is null or blank has no value, because a customer would read "Hi ," otherwise.
 */
export function contactVariables(contact: ContactRecord): TemplateVariables {
  const attributes = contact.attributes.map(({ externalId, value }) => [externalId, value] as const);
  const fields = contactFields.map((name) => [name, contact[name] ?? ''] as const);
  return Object.fromEntries([...attributes, ...fields].filter(([, value]) => value.trim() !== ''));
}

/** The last field is always present; each of the others can be missing. */
export const contactFields = [
  'firstName',
  'lastName',
  'fullName',
  'phoneNumber',
  'email',
  'displayName',
] as const satisfies readonly (keyof ContactRecord)[];
