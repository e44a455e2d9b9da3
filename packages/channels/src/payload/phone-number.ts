/** A number as WhatsApp names it, which is always international, with its plus; nothing when it cannot be one. */
export function toE164(value: string): string | undefined {
  const digits = value.replace(/[\s().-]/g, '').replace(/^\+/, '');
  return /^[1-9]\d{4,14}$/.test(digits) ? `+${digits}` : undefined;
}
