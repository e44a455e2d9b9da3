import { DomainError } from '../domain-error.js';

/**
 * The maximum size of a page, as the JSON of its records. A contact can have about a megabyte, and the API holds a page several
 * times while it parses, presents and sends it.
 */
export const maxPageBytes = 8 * 1_024 * 1_024;

/** The columns that every statement for a page returns. */
export interface BoundedRecords<Records> {
  /** Null if the page is too large. */
  readonly records: Records | null;
  /** The bytes of the records, which are not sent if the page is too large. */
  readonly bytes: number;
}

/**
 * Returns these columns as SQL; `list` is a column that holds the JSON of the records. A page of one item is never too large,
 * so that every item can be read.
 */
export function boundedColumns(list: string, limit: number): string {
  const bytes = `pg_column_size(${list})`;
  const records = limit > 1 ? `case when ${bytes} <= ${maxPageBytes} then ${list} end` : list;
  return `${records} as records, ${bytes} as bytes`;
}

interface FittingPage<Row extends BoundedRecords<string | readonly unknown[]>> {
  readonly row: Row;
  readonly records: NonNullable<Row['records']>;
  /** The limit that the page was read with. */
  readonly shown: number;
}

/**
 * Reads a page with a smaller limit while it is too large. The next page begins after its last item, so that nothing is
 * left out.
 */
export async function readFitting<Row extends BoundedRecords<string | readonly unknown[]>>(
  limit: number,
  read: (shown: number) => Promise<Row>,
): Promise<FittingPage<Row>> {
  for (let shown = limit; ; ) {
    const row = await read(shown);
    if (row.records !== null) return { row, records: row.records, shown };
    shown = smallerLimit(shown, row.bytes);
  }
}

/** The items of the beginning can be larger than the others, so that a page for which there should be room may not fit. */
function smallerLimit(limit: number, bytes: number): number {
  return Math.max(1, Math.min(limit - 1, Math.floor((limit * maxPageBytes) / (2 * bytes))));
}

/** The error of a page by its number: the next page begins at a multiple of the limit, so this one cannot have fewer items. */
export function pageTooLarge(timeoutMs: number): DomainError {
  const advice =
    'Set a smaller `pagination.limit`, or read the pages with `pagination.cursor`: they have fewer items when the items are large.';
  return tooLarge('page', { timeoutMs, advice });
}

/** The error of a list without pages. */
export function listTooLarge(timeoutMs: number, advice: string): DomainError {
  return tooLarge('list', { timeoutMs, advice });
}

/** A search, or a list, that was not stopped: its result has too many bytes. */
export class ResultTooLargeError extends DomainError<'search_too_expensive'> {}

function tooLarge(what: string, { timeoutMs, advice }: { timeoutMs: number; advice: string }): DomainError {
  const megabytes = maxPageBytes / 1_024 ** 2;
  const detail = `The ${what} would have more than ${megabytes} MB. ${advice}`;
  return new ResultTooLargeError('search_too_expensive', { timeoutMs, detail });
}
