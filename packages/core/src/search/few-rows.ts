/** Rows that are looked up one by one if they are few. */
export interface FewRows {
  /** A named query that reads the rows until they are not few. */
  readonly query: string;
  /** The condition that they are few. */
  readonly areFew: string;
}

const mostLookedUp = 1_000;

export function fewRows(name: string, rows: string): FewRows {
  return {
    query: `${name} as materialized (${rows} limit ${mostLookedUp + 1})`,
    areFew: `((select count(*) from ${name}) <= ${mostLookedUp})`,
  };
}
