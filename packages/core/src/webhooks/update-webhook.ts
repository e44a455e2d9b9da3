import type { Context } from '../context.js';
import { notFound } from '../domain-error.js';
import { requireById } from '../resources/get-by-id.js';
import type { Resource } from '../resources/resource.js';
import { type PrismaTransaction, transactWithPrisma } from '../sql/transact.js';
import { eventEntries, type WebhookEventInput } from './event-entries.js';
import { type LegacyWebhookRecord, legacyWebhooks } from './legacy-webhook-record.js';
import { type WebhookRecord, webhooks } from './webhook-record.js';

export interface WebhookUpdate {
  readonly webhookId: string;
  readonly url?: string;
  /** Replaces the list whole. */
  readonly events?: readonly WebhookEventInput[];
  /** `active` also brings back a webhook that the service has disabled. */
  readonly status?: 'active' | 'inactive';
  readonly isOrdered?: boolean;
}

/** Fields left out stay as they are. */
export function updateWebhook(context: Context, update: WebhookUpdate): Promise<WebhookRecord> {
  return change(context, webhooks, update);
}

export interface LegacyWebhookUpdate {
  readonly webhookId: string;
  readonly url?: string;
  readonly isActive?: boolean;
}

/** The same for v2, which finds only the webhooks it can tell of. */
export function updateLegacyWebhook(
  context: Context,
  { webhookId, url, isActive }: LegacyWebhookUpdate,
): Promise<LegacyWebhookRecord> {
  return change(context, legacyWebhooks, {
    webhookId,
    ...(url !== undefined && { url }),
    ...(isActive !== undefined && { status: isActive ? 'active' : 'inactive' }),
  });
}

function change<Entry>(context: Context, view: Resource<Entry>, update: WebhookUpdate): Promise<Entry> {
  const { tenantId } = context;
  const key = { tenantId, id: update.webhookId };
  return transactWithPrisma(context, async (transaction) => {
    const present = await requireById(transaction.sql, view, key);
    const { webhookId: _, ...changes } = update;
    if (Object.values(changes).every((value) => value === undefined)) return present;
    await write(transaction, context, update);
    return requireById(transaction.sql, view, key);
  });
}

async function write(
  { prisma }: PrismaTransaction,
  { tenantId, now }: Context,
  { webhookId, url, events, status, isOrdered }: WebhookUpdate,
): Promise<void> {
  // The row is written first: it is the lock under which two updates replace the list one after the other.
  const { count } = await prisma.webhook.updateMany({
    where: { tenantId, id: webhookId },
    data: {
      ...(url !== undefined && { url }),
      ...(status !== undefined && { status }),
      ...(status === 'active' && { failingSince: null }),
      ...(isOrdered !== undefined && { ordered: isOrdered }),
      updatedAt: now(),
    },
  });
  if (count === 0) throw notFound('api_webhook');
  if (events === undefined) return;
  await prisma.webhookEvent.deleteMany({ where: { tenantId, webhookId } });
  const entries = eventEntries(events).map((entry) => ({ tenantId, webhookId, ...entry }));
  await prisma.webhookEvent.createMany({ data: entries });
}
