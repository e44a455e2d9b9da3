/** Returns the address in the form by which contacts are matched, or undefined when the text is not an address. */
export function toEmailAddress(value: string): string | undefined {
  const address = value.trim().toLowerCase();
  return address.length <= 320 && /^[^\s@<>,;:"\\]+@[^\s@<>,;:"\\]+$/.test(address) ? address : undefined;
}
