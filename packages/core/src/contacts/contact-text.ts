import type { PairIndex, ValueLocation } from '../search/searchable.js';

/**
 * The text in which a search looks for a contact. An index holds the trigrams of exactly this expression
 * (`contacts_text_trigram_idx`).
 */
export function contactText(row: string): string {
  const parts = ['first_name', 'last_name', 'phone_number', 'email'];
  return `(${parts.map((column) => `coalesce(${row}.${column}, '')`).join(` || ' ' || `)})`;
}

/** Finds contacts by two characters of that text. An index holds exactly this expression (`contacts_text_pairs_idx`). */
export const contactPairs: PairIndex = {
  table: 'contacts',
  expression: `text_pairs(contacts.tenant_id, ${contactText('contacts')})`,
  text: contactText('contacts'),
  idField: { kind: 'id', column: 'id' },
};

/** The searched text of the contact to which a row belongs. */
export const textOfItsContact: ValueLocation = {
  column: contactText('contact'),
  pairs: { ...contactPairs, idField: { kind: 'id', column: 'contact_id' } },
  within: (row) => `contacts contact
    where contact.tenant_id = ${row}.tenant_id and contact.id = ${row}.contact_id`,
};
