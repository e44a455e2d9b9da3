import { type DeliveryStatus, statement } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError, invalidParam } from '../domain-error.js';
import { erasedData } from '../events/erased-event.js';
import { addJobsSql } from '../jobs/add-jobs-sql.js';
import { lockById } from '../resources/lock-by-id.js';
import { bulkStatement } from '../sql/bulk-statement.js';
import { limitBulkWork } from '../sql/limit-bulk-work.js';
import { newIdSql } from '../sql/new-id-sql.js';
import { transact } from '../sql/transact.js';
import { webhooks } from '../webhooks/webhook-record.js';
import { type DeliveryKey, type DeliveryRecord, deliveryJson, requireDelivery } from './delivery-record.js';
import { requireActiveWebhook } from './require-active-webhook.js';

/**
 * Sends the event of a delivery again, as a new delivery with its own attempts. The event keeps its id. An inactive
 * webhook is refused, because the new delivery would be canceled at once.
 */
export async function resendDelivery(
  context: Context,
  { webhookId, deliveryId }: DeliveryKey,
): Promise<DeliveryRecord> {
  const { tenantId, now } = context;
  return transact(context, async ({ sql }) => {
    await requireDelivery(sql, context, { webhookId, deliveryId });
    await requireActiveWebhook(sql, context, webhookId);
    const [row] = await sql(resendOne, [tenantId, now(), webhookId, deliveryId]);
    if (row === undefined) {
      // The delivery may have been deleted in the meantime.
      await requireDelivery(sql, context, { webhookId, deliveryId });
      throw new DomainError('event_erased');
    }
    return row.record;
  });
}

export interface DeliveriesToResend {
  readonly webhookId: string;
  /** The beginning of the period in which the deliveries were created, inclusive. */
  readonly from: string;
  /** The end of that period, exclusive. */
  readonly to: string;
  readonly status: Extract<DeliveryStatus, 'succeeded' | 'failed' | 'canceled'>;
}

/**
 * Resends the deliveries of a period that have this status, the oldest first. An event that has been resent since, and
 * is pending or delivered, is left out, so that two requests do not send it twice.
 */
export async function resendDeliveries(
  context: Context,
  { webhookId, from, to, status }: DeliveriesToResend,
): Promise<{ readonly resentCount: number }> {
  const { tenantId, now, sizes } = context;
  checkSpan({ from, to });
  const resend = () =>
    transact(context, async (transaction) => {
      const { sql } = transaction;
      // Of two concurrent requests, the second sees what the first has sent.
      await lockById(transaction, context, webhooks, webhookId);
      const webhook = await requireActiveWebhook(sql, context, webhookId);
      const span = [new Date(from), new Date(to), status];
      const [row] = await sql(resendMany, [tenantId, now(), webhook.id, ...span, sizes.resends]);
      return { resentCount: row?.resentCount ?? 0 };
    });
  // The request takes seconds for many deliveries, and further requests for the webhook wait for it.
  return limitBulkWork(context, resend);
}

/** Refuses a period that ends before it begins. */
export function checkSpan({ from, to }: Pick<DeliveriesToResend, 'from' | 'to'>): void {
  if (new Date(to) <= new Date(from)) throw invalidParam('to', 'too_small', 'Must be after "from"');
}

/**
 * A resend is requested now, so it does not wait for its position in the order of its chat. An event whose data was erased
 * is not resent. The lock makes an erasure wait, which then finds the new delivery and cancels it.
 */
function resendSql(condition: string, output: string, jobs: string): string {
  return `with resent as (
      insert into deliveries (tenant_id, id, event_id, webhook_id, resend_of_id, event_type, next_attempt_at,
        created_at, updated_at)
      select delivery.tenant_id, ${newIdSql('$2::timestamptz')}, delivery.event_id, delivery.webhook_id,
        coalesce(delivery.resend_of_id, delivery.id), delivery.event_type, $2::timestamptz, $2::timestamptz,
        $2::timestamptz
      from deliveries delivery
      cross join lateral (
        select from events where tenant_id = delivery.tenant_id and id = delivery.event_id and data <> ${erasedData}
        offset 0 for share
      ) event
      where delivery.tenant_id = $1::uuid and delivery.webhook_id = $3::uuid and ${condition}
      returning *
    ),
    job as (${jobs})
    select ${output}, (select added from job) as jobs from resent`;
}

const resendJobs = {
  task: 'deliver',
  payload: { tenantId: '$1::uuid', eventId: 'resent.event_id', deliveryId: 'resent.id' },
  from: 'resent',
  runAt: 'null',
} as const;

const resendOne = statement<{ record: DeliveryRecord; jobs: number }>(
  'resend-delivery',
  resendSql('delivery.id = $4::uuid', `${deliveryJson('resent')} as record`, addJobsSql(resendJobs)),
);

/**
 * Each delivery is looked up alone: until the statistics include the resends, the planner expects few of them and would
 * read all pending ones for each delivery. `offset` prevents that.
 */
const resendsOfDelivery = `(
  select status from deliveries resend
  where resend.tenant_id = delivery.tenant_id and resend.event_id = delivery.event_id
    and resend.resend_of_id = delivery.id offset 0
) again`;

const resendMany = bulkStatement<{ resentCount: number; jobs: number }>(
  'resend-deliveries',
  resendSql(
    `delivery.resend_of_id is null and delivery.created_at >= $4::timestamptz
       and delivery.created_at < $5::timestamptz and delivery.status = $6::delivery_status
       and not exists (select from ${resendsOfDelivery} where again.status in ('pending', 'delivering', 'succeeded'))
     order by delivery.created_at, delivery.id limit $7::int`,
    'count(*)::int as "resentCount"',
    addJobsSql({ ...resendJobs, isBulk: true }),
  ),
);
