import { statement } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { isId } from '../ids.js';
import { webhookSecret } from '../secrets/places.js';
import { sealSecret } from '../secrets/secrets.js';
import { newSigningSecret } from '../signing-secrets/new-signing-secret.js';
import { overlapMs, retireSecretSql } from '../signing-secrets/secrets-sql.js';
import { type Transaction, transact } from '../sql/transact.js';
import type { WebhookWithSecret } from './create-webhook.js';
import { type WebhookRecord, webhooks } from './webhook-record.js';

/** Rotates the secret of a webhook. A rotated secret remains valid together with the new one for a day. */
export async function rotateWebhookSecret(
  context: Context,
  { webhookId }: { webhookId: string },
): Promise<WebhookWithSecret> {
  if (!isId(webhookId)) throw notFound('api_webhook');
  const { database, tenantId } = context;
  const rotateSecret = async (transaction: Transaction) => {
    const { sql } = transaction;
    const now = context.now();
    const secret = newSigningSecret();
    const sealed = await sealSecret({ database, sql }, webhookSecret(tenantId, webhookId), secret);
    const overlapEnd = new Date(now.getTime() + overlapMs);
    const [row] = await sql(rotate, [tenantId, webhookId, sealed, overlapEnd, now]);
    if (row === undefined) throw notFound('api_webhook');
    recordAudit(transaction, context, { action: 'api_webhook.secret_rotated', resourceId: webhookId });
    return { ...row.record, secret };
  };
  return transact(context, rotateSecret, { secretField: 'secret' });
}

const columns = { secret: 'secret', retired: 'retired_secrets' };
const retired = retireSecretSql(columns, { now: '$5::timestamptz', expiresAt: '$4::timestamptz' });

/** This is SQL, because the list of retired secrets is computed from the row. */
const rotate = statement<{ record: WebhookRecord }>(
  'rotate-webhook-secret',
  `update webhooks set retired_secrets = ${retired}, secret = $3::text, updated_at = $5::timestamptz
   where tenant_id = $1::uuid and id = $2::uuid
   returning ${webhooks.recordOf('webhooks')} as record`,
);
