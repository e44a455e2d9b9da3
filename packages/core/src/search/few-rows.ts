import type { Sizes } from '../sizes.js';

/** Rows that are looked up one by one if they are few. */
export interface FewRows {
  /** A named query that reads the rows until they are not few. */
  readonly query: string;
  /** The condition that they are few. */
  readonly areFew: string;
}

export function fewRows(name: string, rows: string, { lookedUpRows }: Sizes): FewRows {
  return {
    query: `${name} as materialized (${rows} limit ${lookedUpRows + 1})`,
    areFew: `((select count(*) from ${name}) <= ${lookedUpRows})`,
  };
}
