/**
 * Settings of the functions that add jobs: PostgreSQL looks up each key in the index of keys. Without them, it expects a
 * hundred new jobs at a time and reads all jobs that have a key, in order to add one. A backlog of retries was therefore
 * the slower, the longer it was: with 5,000 waiting retries, adding one read 400 rows on average.
 */
export const lookUpJobsByKey =
  'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off';
