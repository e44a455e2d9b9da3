import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { webhookSecret } from '../secrets/places.js';
import { sealSecret } from '../secrets/secrets.js';
import { newSigningSecret } from '../signing-secrets/new-signing-secret.js';
import { type PrismaTransaction, transactWithPrisma } from '../sql/transact.js';
import { requireRoomFor } from '../tenants/require-room.js';
import { eventEntries, type WebhookEventInput } from './event-entries.js';
import { type WebhookRecord, webhooks } from './webhook-record.js';

interface NewWebhook {
  readonly url: string;
  /** Default is every event. */
  readonly events?: readonly WebhookEventInput[];
  readonly status?: 'active' | 'inactive';
  readonly isOrdered?: boolean;
}

/** A webhook with its secret, which is shown only once. */
export interface WebhookWithSecret extends WebhookRecord {
  readonly secret: string;
}

const everyEvent: readonly WebhookEventInput[] = [{}];

export function createWebhook(
  context: Context,
  { url, events = everyEvent, status = 'active', isOrdered = false }: NewWebhook,
): Promise<WebhookWithSecret> {
  const { database, tenantId } = context;
  const create = async (transaction: PrismaTransaction) => {
    const { prisma, sql } = transaction;
    await requireRoomFor(transaction, context, 'webhooks');
    const row = newRow(context);
    const secret = newSigningSecret();
    const sealed = await sealSecret({ database, sql }, webhookSecret(tenantId, row.id), secret);
    const entries = { create: eventEntries(events) };
    await prisma.webhook.create({
      data: { ...row, url, status, secret: sealed, ordered: isOrdered, events: entries },
    });
    recordAudit(transaction, context, { action: 'api_webhook.created', resourceId: row.id });
    return { ...(await requireById(sql, webhooks, row)), secret };
  };
  return transactWithPrisma(context, create, { secretField: 'secret' });
}
