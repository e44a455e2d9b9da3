import type { ValueLocation } from '../search/searchable.js';

/**
 * The text in which a search looks for a contact. An index holds the trigrams of exactly this expression
 * (`contacts_text_trigram_idx`).
 */
export function contactText(row: string): string {
  const parts = ['first_name', 'last_name', 'phone_number', 'email'];
  return `(${parts.map((column) => `coalesce(${row}.${column}, '')`).join(` || ' ' || `)})`;
}

/** The searched text of the contact to which a row belongs. */
export const textOfItsContact: ValueLocation = {
  column: contactText('contact'),
  within: (row) => `contacts contact
    where contact.tenant_id = ${row}.tenant_id and contact.id = ${row}.contact_id`,
};
