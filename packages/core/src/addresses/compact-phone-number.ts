/**
 * Returns the digits of a phone number as it was typed, with a `+` before them if it is in international form (`+` or
 * `00`). Returns undefined if the text contains anything but digits and the usual separators.
 */
export function compactPhoneNumber(text: string): string | undefined {
  if (isCompact.test(text)) return text;
  if (text.length > maxLength) return undefined;
  const compact = text.normalize('NFKC').replace(separators, '').replace(/^00/, '+');
  return isPhoneNumberLike.test(compact) ? compact : undefined;
}

/** Whether the meaning of the text depends on the country of the workspace. */
export function needsCountry(text: string): boolean {
  return compactPhoneNumber(text)?.startsWith('+') === false;
}

/** The maximum length that the contract allows. */
const maxLength = 64;
const isCompact = /^\+[1-9]\d{5,16}$/;
const isPhoneNumberLike = /^\+?\d{3,20}$/;

/** Spaces, brackets, dots, slashes, every dash, and the invisible marks that are copied with a number. */
const separators = /[\s().\-/\u2010-\u2015\u2212\p{Cf}]/gu;
