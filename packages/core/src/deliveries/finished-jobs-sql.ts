import { addJobsAndNotifySql } from '../jobs/add-jobs-sql.js';
import { deliveryJobKey } from './delivery-job-key.js';

/**
 * A query that adds the jobs which follow from the rows of `finished`: the next attempt of the deliveries that are
 * `pending` again and, for an ordered webhook, the next event of the chat after a delivery that has ended.
 */
export const finishedJobsSql = addJobsAndNotifySql({
  task: 'deliver',
  payload: { tenantId: 'due.tenant_id', eventId: 'due.event_id', deliveryId: 'due.id' },
  from: `(
    select tenant_id, event_id, id, wait, is_bulk from finished where status = 'pending'
    union
    select finished.tenant_id, following.event_id, following.id, interval '0', false
    from finished, lateral (
      select next.event_id, next.delivery_id as id from unfinished_deliveries next
      where next.tenant_id = finished.tenant_id and next.webhook_id = finished.webhook_id
        and next.ordered_chat_id = finished.ordered_chat_id and next.sequence > finished.sequence
        and next.status = 'pending'
      order by next.sequence limit 1
    ) following
    where finished.status <> 'pending'
  ) due`,
  // The queue uses the clock of the database, so the waiting time is computed from our clock and added to it.
  runAt: 'now() + due.wait',
  key: deliveryJobKey('due.id'),
  // A resend is interactive at first, when it is requested alone. Its retries are bulk work in any case.
  isBulk: 'due.is_bulk',
});
