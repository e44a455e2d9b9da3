import type { ContactRecord } from '../contacts/contact-record.js';
import type { TemplateVariables } from './render-template.js';

/** What templates may say about a contact without being told: its fields, and its attributes by their external id. */
export function contactVariables(contact: ContactRecord): TemplateVariables {
  return {
    ...Object.fromEntries(contact.attributes.map(({ externalId, value }) => [externalId, value])),
    firstName: contact.firstName ?? '',
    lastName: contact.lastName ?? '',
    fullName: contact.fullName,
    displayName: contact.displayName,
    phoneNumber: contact.phoneNumber ?? '',
    email: contact.email ?? '',
  };
}
