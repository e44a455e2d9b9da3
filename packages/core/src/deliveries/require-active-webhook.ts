import type { Sql } from '@parley/database';
import type { Context } from '../context.js';
import { DomainError } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import { type WebhookRecord, webhooks } from '../webhooks/webhook-record.js';

/**
 * Throws when the webhook is inactive: it would receive nothing, and a caller who requests a delivery expects it to be
 * sent.
 */
export async function requireActiveWebhook(
  sql: Sql,
  { tenantId }: Context,
  webhookId: string,
): Promise<WebhookRecord> {
  const webhook = await requireById(sql, webhooks, { tenantId, id: webhookId });
  if (webhook.status !== 'active') throw new DomainError('api_webhook_not_active');
  return webhook;
}
