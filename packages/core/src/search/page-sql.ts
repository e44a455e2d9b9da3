/** The table of a page, and the conditions, order and number of its rows. */
export interface PageRows {
  readonly table: string;
  /** The rows of the table, as text after `from`; the default is the table itself. */
  readonly source?: string;
  readonly where: string;
  readonly orderBy: string;
  /** The number of rows, as SQL. */
  readonly limit: string;
}

/** Returns the rows after an offset. The database reads the rows before the offset as well. */
export function rowsAtOffset(rows: PageRows, offset: string): string {
  return `${orderedRows(rows, 'true')} offset ${offset}`;
}

/**
 * Returns the rows that satisfy one of the conditions. An index can serve each condition, so that no earlier row is
 * read.
 */
export function rowsAfter(rows: PageRows, conditions: readonly string[]): string {
  const { table, orderBy, limit } = rows;
  const parts = conditions.map((condition) => `(${orderedRows(rows, condition)})`);
  // The alias lets the same expressions sort the rows again.
  return `select * from (${parts.join(' union all ')}) as ${table} order by ${orderBy} limit ${limit}`;
}

/** Returns the first rows that also satisfy the condition. */
export function orderedRows(rows: PageRows, condition: string): string {
  const { table, source = table, where, orderBy, limit } = rows;
  return `select * from ${source} where ${where} and ${condition} order by ${orderBy} limit ${limit}`;
}
