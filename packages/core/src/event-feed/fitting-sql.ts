interface FittingOptions {
  /** The condition of the events whose data is returned. The others have no bytes. */
  readonly isWanted: string;
  readonly maxBytes: string;
}

/**
 * Adds `fits` to the events of a query: whether the data up to this event is within the bytes of a page. The first event
 * always fits, so that a reader passes an event of any size.
 *
 * The bytes of the text are known only after the data was decompressed, which must not happen for events that come in a
 * later page. So a sum of what is stored, which needs no decompression, bounds the events whose text is measured.
 */
export function fittingSql(events: string, { isWanted, maxBytes }: FittingOptions): string {
  const storedBytes = `pg_column_size(event.data)
    * case when pg_column_compression(event.data) is null then 1 else ${compression} end`;
  return `select event.*, event.number = 1 or event.stored_bytes <= ${maxBytes}
      and sum(case when ${isWanted} and event.stored_bytes <= ${maxBytes} then octet_length(event.data::text) else 0 end)
        ${upToEvent} <= ${maxBytes} as fits
    from (
      select event.*, row_number() ${upToEvent} as number,
        sum(case when ${isWanted} then ${storedBytes} else 0 end) ${upToEvent} as stored_bytes
      from (${events}) event
    ) event`;
}

/** Compressed data is taken for this many times its size. Higher factors make pages of common JSON smaller than allowed. */
const compression = 8;

const upToEvent = 'over (order by event.position, event.id rows unbounded preceding)';
