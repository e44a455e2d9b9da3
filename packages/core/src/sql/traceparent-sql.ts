/**
 * The position in the trace of the transaction, as SQL: `runInTransaction` sets it. It is null outside any trace; a
 * connection that has had a position returns an empty text.
 */
export const traceparentSql = `nullif(current_setting('parley.traceparent', true), '')`;
