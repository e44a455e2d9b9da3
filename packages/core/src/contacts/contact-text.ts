/**
 * All by which people look for a contact, in one text. An index holds the trigrams of exactly this expression
 * (`contacts_text_trigram_idx`).
 */
export function contactText(row: string): string {
  const parts = ['first_name', 'last_name', 'phone_number', 'email'];
  return `(${parts.map((column) => `coalesce(${row}.${column}, '')`).join(` || ' ' || `)})`;
}
