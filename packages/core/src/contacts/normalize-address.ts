/** A phone number without what people write between its digits: E.164 when it begins with "+". Empty is none. */
export function normalizePhoneNumber(text: string | null | undefined): string | null {
  return text?.replace(/[\s().\-/\u2010-\u2015]/g, '') || null;
}

/** Mail addresses are compared without regard to case, as every provider in practice does. Empty is none. */
export function normalizeEmail(text: string | null | undefined): string | null {
  return text?.trim().toLowerCase() || null;
}
