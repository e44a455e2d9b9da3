/** Where a row is: its partition, and the place in it. A `ctid` alone occurs in every partition. */
export const placeOfRow = 'tableoid as part, ctid as place';

/** Condition on a row `delivery` whose place another query has found as `row`. */
export function isAt(row: string): string {
  return `delivery.tableoid = ${row}.part and delivery.ctid = ${row}.place`;
}
