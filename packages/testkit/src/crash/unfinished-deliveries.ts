/** The schedule of retries can let a delivery that was refused with 503 more than once wait for minutes. */
const mayWait =
  "status = 'pending' and attempt_count > 1 and last_status_code = 503 and next_attempt_at > now()";

/**
 * The deliveries that have not succeeded, except those that may wait. A delivery that is due, or leased by a dead worker,
 * is unfinished.
 */
export const unfinishedDeliveries = `
  select id, status, attempt_count as "attemptCount" from deliveries
  where status <> 'succeeded' and (${mayWait}) is not true`;

export const waitingDeliveries = `select event_id as "eventId" from deliveries where ${mayWait}`;
