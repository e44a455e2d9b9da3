import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { requireById } from '../resources/get-by-id.js';
import { newSigningSecret } from '../signing-secrets/new-signing-secret.js';
import { transactWithPrisma } from '../sql/transact.js';
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
  const { tenantId } = context;
  return transactWithPrisma(context, async ({ prisma, sql }) => {
    const id = newId();
    const secret = newSigningSecret();
    const now = context.now();
    await prisma.webhook.create({
      data: {
        tenantId,
        id,
        url,
        status,
        secret,
        ordered: isOrdered,
        createdAt: now,
        updatedAt: now,
        events: { create: eventEntries(events) },
      },
    });
    return { ...(await requireById(sql, webhooks, { tenantId, id })), secret };
  });
}
