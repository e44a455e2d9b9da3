/** Returns an id of this time. The id of an event determines its partition, and when it expires. */
export function timedId(at: Date, suffix: string): string {
  const digits = at.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-0000000000${suffix}`;
}
