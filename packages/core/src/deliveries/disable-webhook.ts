import { type Database, runInTransaction, statement } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import { outsideFeed } from '../events/outside-feed.js';
import { newId } from '../ids.js';
import { isAt, placeOfRow } from '../sql/delivery-place.js';
import { lockUnfinished } from '../sql/lock-unfinished.js';
import { statusText } from '../sql/status-text.js';

export interface WebhookToDisable {
  readonly tenantId: string;
  readonly webhookId: string;
  /**
   * `gone`: the receiver responded with 410. `failing`: there has been no success since `failingBefore` or an earlier
   * time.
   */
  readonly reason: 'gone' | 'failing';
  readonly failingBefore: Date;
  readonly now: Date;
}

export interface DisabledWebhook {
  readonly url: string;
  readonly canceledDeliveries: number;
}

/**
 * Disables a webhook on behalf of the service and cancels its pending deliveries. A delivery that another transaction
 * has locked is canceled by its job (`settleUnclaimed`). The event `api_webhook.disabled` is only stored: the contract
 * has no such type, so no subscriber and no reader of the feed receives it. Returns undefined when the webhook is no longer active, or has had a
 * success meanwhile.
 */
export function disableWebhook(
  database: Database,
  { tenantId, webhookId, reason, failingBefore, now }: WebhookToDisable,
): Promise<DisabledWebhook | undefined> {
  return runInTransaction(database, async ({ sql, send }) => {
    const [row] = await sql(disable, [tenantId, webhookId, reason, failingBefore, now, newId()]);
    const entry = { action: 'api_webhook.disabled', resourceId: webhookId } as const;
    if (row) recordAudit({ send }, { tenantId, now: () => now }, entry);
    return row;
  });
}

const disable = statement<DisabledWebhook>(
  'disable-webhook',
  `with disabled as (
     update webhooks set status = 'disabled', updated_at = $5::timestamptz
     where tenant_id = $1::uuid and id = $2::uuid and status = 'active'
       and ($3::text = 'gone' or failing_since <= $4::timestamptz)
     returning id, url, failing_since
   ),
   waiting as materialized (
     select found.* from disabled cross join ${lockUnfinished({
       listed: `tenant_id = $1::uuid and webhook_id = $2::uuid and status = 'pending'`,
       read: placeOfRow,
       condition: `${statusText} = 'pending'`,
       lock: 'for no key update skip locked',
     })}
   ),
   canceled as (
     update deliveries delivery set status = 'canceled', next_attempt_at = null, updated_at = $5::timestamptz
     from waiting where ${isAt('waiting')}
     returning delivery.id
   ),
   event as (
     insert into events (tenant_id, id, type, data, created_at, position)
     select $1::uuid, $6::uuid, 'api_webhook.disabled',
       jsonb_build_object('id', id, 'url', url, 'reason', $3::text, 'failingSince', failing_since), $5::timestamptz,
       ${outsideFeed}
     from disabled
   )
   select url, (select count(*)::int from canceled) as "canceledDeliveries" from disabled`,
);
