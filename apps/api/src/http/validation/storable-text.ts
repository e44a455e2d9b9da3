/**
 * Matches what PostgreSQL cannot store: NUL, and halves of a surrogate pair. With the flag "u", a well-formed pair is
 * one character, so only unpaired halves match.
 */
const unstorable = /[\0\uD800-\uDFFF]/u;
const everyUnstorable = new RegExp(unstorable, 'gu');

export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

export function toStorable(text: string): string {
  return text.replace(everyUnstorable, '\uFFFD');
}
