import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { transact } from '../sql/transact.js';
import type { WebhookWithSecret } from './create-webhook.js';
import { newWebhookSecret } from './new-webhook-secret.js';
import { type WebhookRecord, webhooks } from './webhook-record.js';

const overlapMs = 24 * 60 * 60 * 1_000;

/** The present secret signs beside the new one for a day; one that was replaced before ends now. */
export async function rotateWebhookSecret(
  context: Context,
  { webhookId }: { webhookId: string },
): Promise<WebhookWithSecret> {
  if (!isId(webhookId)) throw notFound('api_webhook');
  return transact(context, async ({ sql }) => {
    const now = context.now();
    const secret = newWebhookSecret();
    const overlapEnd = new Date(now.getTime() + overlapMs);
    const [row] = await sql(rotate, [context.tenantId, webhookId, secret, overlapEnd, now]);
    if (row === undefined) throw notFound('api_webhook');
    return { ...row.record, secret };
  });
}

const rotate = statement<{ record: WebhookRecord }>(
  'rotate-webhook-secret',
  `update webhooks set previous_secret = secret, previous_secret_expires_at = $4::timestamptz, secret = $3::text,
     updated_at = $5::timestamptz
   where tenant_id = $1::uuid and id = $2::uuid
   returning ${webhooks.recordOf('webhooks')} as record`,
);
