import type { Database } from '@parley/database';
import { webhookSecret } from '../secrets/places.js';
import { openSecret } from '../secrets/secrets.js';
import type { ClaimedDelivery } from './claim-deliveries.js';

/**
 * Opens the secrets that sign a delivery. This is not part of the claim, so that a broken secret fails only the
 * deliveries of its own webhook.
 */
export function openWebhookSecrets(
  database: Database,
  { tenantId, webhookId, sealedSecrets }: ClaimedDelivery,
): Promise<string[]> {
  const place = webhookSecret(tenantId, webhookId);
  const source = { database, sql: database.sql };
  return Promise.all(sealedSecrets.map((sealed) => openSecret(source, place, sealed)));
}
