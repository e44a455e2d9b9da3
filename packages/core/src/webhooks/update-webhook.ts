import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { lockById } from '../resources/lock-by-id.js';
import type { Resource } from '../resources/resource.js';
import { findChanges } from '../resources/update-changed.js';
import { type PrismaTransaction, transactWithPrisma } from '../sql/transact.js';
import { eventEntries, type WebhookEventInput } from './event-entries.js';
import { type LegacyWebhookRecord, legacyWebhooks } from './legacy-webhook-record.js';
import { type WebhookEventRecord, type WebhookRecord, webhooks } from './webhook-record.js';

export interface WebhookUpdate {
  readonly webhookId: string;
  readonly url?: string;
  /** Replaces the whole list. */
  readonly events?: readonly WebhookEventInput[];
  /** `active` also reactivates a webhook that the service has disabled. */
  readonly status?: 'active' | 'inactive';
  readonly isOrdered?: boolean;
}

/** Absent fields remain unchanged, and unchanged values have no effect. */
export function updateWebhook(context: Context, update: WebhookUpdate): Promise<WebhookRecord> {
  return change(context, webhooks, update);
}

export interface LegacyWebhookUpdate {
  readonly webhookId: string;
  readonly url?: string;
  readonly isActive?: boolean;
}

/** Like `updateWebhook`, for webhooks of the previous API version. */
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

async function change<Entry>(
  context: Context,
  view: Resource<Entry>,
  { webhookId, ...update }: WebhookUpdate,
): Promise<Entry> {
  const { tenantId } = context;
  return transactWithPrisma(context, async (transaction) => {
    // The lock makes two updates replace the list one after the other.
    const id = await lockById(transaction, context, view, webhookId);
    const present = await requireById(transaction.sql, webhooks, { tenantId, id });
    const changes = findWebhookChanges(present, update);
    const changedFields = Object.keys(changes);
    if (changedFields.length > 0) {
      await write(transaction, context, { id, ...changes });
      recordAudit(transaction, context, {
        action: 'api_webhook.updated',
        resourceId: id,
        changedFields,
      });
    }
    return requireById(transaction.sql, view, { tenantId, id });
  });
}

type WebhookChanges = Omit<WebhookUpdate, 'webhookId'>;

/** Returns only the values that are different. A list of events is compared in the form in which it is shown. */
function findWebhookChanges(present: WebhookRecord, { events, ...values }: WebhookChanges): WebhookChanges {
  const shown = events?.map(asRecord);
  const { events: different, ...changes } = findChanges(present, { ...values, events: shown });
  return { ...changes, ...(different && events && { events }) };
}

function asRecord({ type = null, scopes = [] }: WebhookEventInput): WebhookEventRecord {
  return { type, scopes: scopes.map((scope) => ({ type: scope.type, ids: scope.ids })) };
}

async function write(
  { prisma }: PrismaTransaction,
  { tenantId, now }: Context,
  { id, url, events, status, isOrdered }: WebhookChanges & { id: string },
): Promise<void> {
  await prisma.webhook.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...(url !== undefined && { url }),
      ...(status !== undefined && { status }),
      ...(status === 'active' && { failingSince: null }),
      ...(isOrdered !== undefined && { ordered: isOrdered }),
      updatedAt: now(),
    },
  });
  if (events === undefined) return;
  await prisma.webhookEvent.deleteMany({ where: { tenantId, webhookId: id } });
  const entries = eventEntries(events).map((entry) => ({ tenantId, webhookId: id, ...entry }));
  await prisma.webhookEvent.createMany({ data: entries });
}
