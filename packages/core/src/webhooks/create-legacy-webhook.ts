import type { ApiVersion } from '@parley/database';
import { recordAudit } from '../auditing/record-audit.js';
import type { Context } from '../context.js';
import type { LegacyEventType } from '../events/event-type.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { webhookSecret } from '../secrets/places.js';
import { sealSecret } from '../secrets/secrets.js';
import { newSigningSecret } from '../signing-secrets/new-signing-secret.js';
import { transactWithPrisma } from '../sql/transact.js';
import { requireRoomFor } from '../tenants/require-room.js';
import { eventEntries } from './event-entries.js';
import { type LegacyWebhookRecord, legacyWebhooks } from './legacy-webhook-record.js';

export interface NewLegacyWebhook {
  /** The version of the API that created it, whose payloads it gets. */
  readonly apiVersion: ApiVersion;
  readonly type: LegacyEventType;
  readonly url: string;
  readonly channelId?: string;
}

/**
 * Creates a webhook with a legacy event type. The webhook gets a secret, but no response contains it; only a rotation
 * returns a new secret.
 */
export async function createLegacyWebhook(
  context: Context,
  { apiVersion, type, url, channelId }: NewLegacyWebhook,
): Promise<LegacyWebhookRecord> {
  return transactWithPrisma(context, async (transaction) => {
    const { prisma, sql } = transaction;
    await requireRoomFor(transaction, context, 'webhooks');
    const row = newRow(context);
    const scopes = channelId ? [{ type: 'channel' as const, ids: [channelId] }] : [];
    const place = webhookSecret(context.tenantId, row.id);
    const secret = await sealSecret({ database: context.database, sql }, place, newSigningSecret());
    await prisma.webhook.create({
      data: {
        ...row,
        url,
        apiVersion,
        legacyType: type,
        legacyChannelId: channelId ?? null,
        secret,
        events: { create: eventEntries([{ type, scopes }]) },
      },
    });
    recordAudit(transaction, context, { action: 'api_webhook.created', resourceId: row.id });
    return requireById(sql, legacyWebhooks, row);
  });
}
