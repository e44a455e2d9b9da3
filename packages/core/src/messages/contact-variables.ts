import type { ContactRecord } from '../contacts/contact-record.js';
import type { TemplateVariables } from './render-template.js';

/** What templates may say about a contact without being told: its fields, and its attributes by their external id. */
export function contactVariables(contact: ContactRecord): TemplateVariables {
  const attributes = contact.attributes.map(({ externalId, value }) => [externalId, value]);
  const fields = contactFields.map((name) => [name, contact[name] ?? '']);
  return { ...Object.fromEntries(attributes), ...Object.fromEntries(fields) };
}

/** Every contact has a value for these, if only an empty one. */
export const contactFields = [
  'firstName',
  'lastName',
  'fullName',
  'displayName',
  'phoneNumber',
  'email',
] as const satisfies readonly (keyof ContactRecord)[];
