/**
 * All but those that arrived, and those that the schedule lets wait for minutes: refused with a 503, and not for the
 * first time that they were tried. One that is due, or held by nobody who lives, is not excused.
 */
export const unfinishedDeliveries = `
  select id, status, attempt_count as "attemptCount" from deliveries
  where status <> 'succeeded' and (
    status = 'pending' and attempt_count > 1 and last_status_code = 503 and next_attempt_at > now()) is not true`;
