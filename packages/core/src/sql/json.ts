/**
 * A SQL expression that builds a record as JSON, with one expression for each key of the record:
 * a forgotten or unknown key does not compile.
 */
export function jsonObject<Shape extends object>(columns: { readonly [Key in keyof Shape]: string }): string {
  const entries = Object.entries<string>(columns).map(([key, expression]) => `'${key}', ${expression}`);
  return `json_build_object(${entries.join(', ')})`;
}

/** A SQL expression that gathers one JSON value per row of `from` into a list, empty when there is no row. */
export function jsonList(list: { item: string; from: string; orderBy: string }): string {
  return `(select coalesce(json_agg(${list.item} order by ${list.orderBy}), '[]'::json) from ${list.from})`;
}

/** A moment as the contract writes it: UTC with three decimals, whatever the session's time zone. */
export function timestampText(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
