/** Adds the plus to a number of WhatsApp, which is always international; undefined when the text cannot be a number. */
export function toE164(value: string): string | undefined {
  const digits = value.replace(/[\s().-]/g, '').replace(/^\+/, '');
  return /^[1-9]\d{4,14}$/.test(digits) ? `+${digits}` : undefined;
}
