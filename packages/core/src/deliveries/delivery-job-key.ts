/**
 * A SQL expression for the key of a delivery's later jobs: one that waits already is replaced, so that a delivery
 * never has two of them. The first job of a delivery needs no key, and adding jobs is cheaper without.
 */
export function deliveryJobKey(deliveryId: string): string {
  return `'deliver:' || ${deliveryId}`;
}
