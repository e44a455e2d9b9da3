import type { SecretPlace } from './sealed-text.js';

// Every place in the database that has secrets. `file_url_keys` are keys themselves, and are wrapped.

/** The current secret and the retired ones, so that a rotation moves a sealed secret as it is. */
export function webhookSecret(tenantId: string, webhookId: string): SecretPlace {
  return { tenantId, table: 'webhooks', rowId: webhookId, name: 'secret' };
}

/** The secret that signs the calls of automations, and the retired ones. */
export function workspaceSecret(tenantId: string): SecretPlace {
  return { tenantId, table: 'tenants', rowId: tenantId, name: 'signing_secret' };
}

export function channelSecret(tenantId: string, channelId: string, name: string): SecretPlace {
  return { tenantId, table: 'channels', rowId: channelId, name };
}

/** A field of a stored result, or the hash of a request that has secrets. */
export function idempotencySecret(tenantId: string, key: string, name: string): SecretPlace {
  return { tenantId, table: 'idempotency_keys', rowId: key, name };
}
