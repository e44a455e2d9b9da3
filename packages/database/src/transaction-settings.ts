/**
 * Transactions look up rows by keys. A plan that was made while a table was small would read the whole table, and is kept
 * until the table is next analysed, even when it has grown. One plan serves all values: planning the record of an event
 * takes twice as long as running it, and PostgreSQL would plan it each time, because it estimates the new plan to be better.
 *
 * Partitions are not chosen while a statement runs: PostgreSQL 18.4 crashes when it checks a row again that another
 * transaction has changed meanwhile (docs/decisions/0038).
 */
export const transactionSettings =
  'set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan; set local enable_partition_pruning = off';

export const beginTransaction = `begin; ${transactionSettings}`;
