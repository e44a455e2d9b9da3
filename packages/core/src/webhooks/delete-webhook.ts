import { statement } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import type { DeleteResult } from '../resources/delete-by-id.js';
import { defineDependents, deleteInBatches } from '../resources/delete-in-batches.js';
import type { Resource } from '../resources/resource.js';
import { lockUnfinished } from '../sql/lock-unfinished.js';
import { statusText } from '../sql/status-text.js';
import { webhooks } from './webhook-record.js';

/** Deletes a webhook with its deliveries, including pending ones. `view` restricts which webhooks are found. */
export function deleteWebhook(
  context: Context,
  webhookId: string,
  view: Resource<unknown> = webhooks,
): Promise<DeleteResult> {
  return deleteInBatches(context, view, webhookId, {
    dependents: deliveries,
    lock,
    stop: ({ sql }) => sql(switchOff, [context.tenantId, context.now(), webhookId]),
    prepare: ({ sql }) => sql(lockDeliveries, [context.tenantId, webhookId]),
    record: (transaction) =>
      recordAudit(transaction, context, { action: 'api_webhook.deleted', resourceId: webhookId }),
  });
}

/** This is SQL, because it belongs to the deletion, which takes its locks in a fixed order. */
const switchOff = statement(
  'switch-off-webhook',
  `update webhooks set status = 'inactive', updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid and status = 'active'`,
);

/**
 * The deliveries of the webhook and their resends can be locked in order only while none are added, which `for update`
 * prevents.
 */
const lock = statement(
  'lock-webhook-to-delete',
  'select id from webhooks where tenant_id = $1::uuid and id = $2::uuid for update',
);

/** Finished deliveries are never written, so they need no lock. */
const lockDeliveries = statement(
  'lock-unfinished-deliveries',
  `select found.id from ${lockUnfinished({
    listed: 'tenant_id = $1::uuid and webhook_id = $2::uuid',
    read: 'id',
    condition: `${statusText} in ('pending', 'delivering')`,
    lock: 'for update',
  })}`,
);

const deliveries = defineDependents('deliveries', 'webhook_id', { parent: 'resend_of_id' });
