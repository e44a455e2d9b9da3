/**
 * Returns the SQL expression for the key of a delivery's later jobs. A waiting job with the same key is replaced, so
 * that a delivery never has two. The first job of a delivery needs no key, and adding jobs is cheaper without one.
 */
export function deliveryJobKey(deliveryId: string): string {
  return `'deliver:' || ${deliveryId}`;
}
