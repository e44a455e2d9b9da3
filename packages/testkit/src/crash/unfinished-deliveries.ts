/** The schedule lets them wait for minutes: refused with a 503, and not for the first time that they were tried. */
const mayWait =
  "status = 'pending' and attempt_count > 1 and last_status_code = 503 and next_attempt_at > now()";

/** All but those that arrived, and those that may wait. One that is due, or held by nobody who lives, is not excused. */
export const unfinishedDeliveries = `
  select id, status, attempt_count as "attemptCount" from deliveries
  where status <> 'succeeded' and (${mayWait}) is not true`;

export const waitingDeliveries = `select event_id as "eventId" from deliveries where ${mayWait}`;
