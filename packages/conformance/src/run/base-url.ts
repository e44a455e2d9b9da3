/** Returns the URL that paths are appended to. */
export function baseUrlOf(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}
