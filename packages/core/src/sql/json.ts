/**
 * Returns the SQL expression that builds a record as JSON, with one expression for each key. A missing or unknown key
 * does not compile.
 */
export function jsonObject<Shape extends object>(columns: { readonly [Key in keyof Shape]: string }): string {
  const entries = Object.entries<string>(columns).map(([key, expression]) => `'${key}', ${expression}`);
  return `json_build_object(${entries.join(', ')})`;
}

/**
 * Returns the SQL expression that collects one JSON value per row of `from` in a list, which is empty when there are no
 * rows.
 */
export function jsonList(list: { item: string; from: string; orderBy: string }): string {
  return `(select coalesce(json_agg(${list.item} order by ${list.orderBy}), '[]'::json) from ${list.from})`;
}

/** Returns a moment in the format of the contract: UTC with three decimals, regardless of the session's time zone. */
export function timestampText(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
