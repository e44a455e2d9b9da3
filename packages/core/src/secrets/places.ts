import type { SecretPlace } from './sealed-text.js';

// These are all places in the database that hold sealed secrets. The keys in `file_url_keys` are wrapped instead.

/**
 * The current and the retired secrets of a webhook share this place, so that a rotation can move a sealed secret
 * unchanged.
 */
export function webhookSecret(tenantId: string, webhookId: string): SecretPlace {
  return { tenantId, table: 'webhooks', rowId: webhookId, name: 'secret' };
}

/** Returns the current and the retired secrets that sign the calls of automations. */
export function workspaceSecret(tenantId: string): SecretPlace {
  return { tenantId, table: 'tenants', rowId: tenantId, name: 'signing_secret' };
}

export function channelSecret(tenantId: string, channelId: string, name: string): SecretPlace {
  return { tenantId, table: 'channels', rowId: channelId, name };
}

/**
 * An idempotency key stores the result of its request. `name` is a secret field of that result, or `request_hash` if the
 * request contains secrets.
 */
export function idempotencySecret(tenantId: string, key: string, name: string): SecretPlace {
  return { tenantId, table: 'idempotency_keys', rowId: key, name };
}
