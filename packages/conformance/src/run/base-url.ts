/** The address that paths are added to. */
export function baseUrlOf(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}
