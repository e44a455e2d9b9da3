/** The physical location of a row: its partition and its `ctid`. The same `ctid` can occur in several partitions. */
export const placeOfRow = 'tableoid as part, ctid as place';

/** Returns the condition for the row `delivery` whose physical location another query has selected as `row`. */
export function isAt(row: string): string {
  return `delivery.tableoid = ${row}.part and delivery.ctid = ${row}.place`;
}
