import { type Database, runInTransaction, statement } from '@parley/database';
import type { Sizes } from '../../sizes.js';
import { rewrapKeys } from '../keys/rewrap-keys.js';
import { channelSecret, idempotencySecret, webhookSecret, workspaceSecret } from '../places.js';
import { isSealed, type SecretPlace } from '../sealed-text.js';
import { type SecretSource, sealSecret } from '../secrets.js';
import { isPlainChannel, isPlainResult, isPlainTenant, isPlainWebhook } from './plain-secrets-sql.js';

/**
 * Seals the secrets that older releases stored, and wraps the keys of file URLs. Plain secrets are recognized by their
 * form, so an interrupted run can be continued, and this can run again at any time. Returns the number of rows that it
 * changed.
 */
export async function sealStoredSecrets(database: Database, sizes: Sizes): Promise<number> {
  let rows = 0;
  for (const sealBatch of [sealTenants, sealWebhooks, sealChannels, sealResults]) {
    rows += await repeatBatches(database, sealBatch, sizes);
  }
  return rows + (await wrapFileUrlKeys(database, sizes));
}

type SealBatch = (source: SecretSource, limit: number) => Promise<number>;

async function repeatBatches(
  database: Database,
  sealBatch: SealBatch,
  { sealingBatch: limit }: Sizes,
): Promise<number> {
  let total = 0;
  while (true) {
    const rows = await runInTransaction(database, ({ sql }) => sealBatch({ database, sql }, limit));
    total += rows;
    if (rows < limit) return total;
  }
}

async function sealTenants(source: SecretSource, limit: number): Promise<number> {
  const rows = await source.sql(lockTenants, [limit]);
  for (const { id, secret, retired } of rows) {
    const place = workspaceSecret(id);
    const sealed = await sealOnce(source, place, secret);
    await source.sql(updateTenant, [id, sealed, JSON.stringify(await sealRetired(source, place, retired))]);
  }
  return rows.length;
}

async function sealWebhooks(source: SecretSource, limit: number): Promise<number> {
  const rows = await source.sql(lockWebhooks, [limit]);
  for (const { tenantId, id, secret, retired } of rows) {
    const place = webhookSecret(tenantId, id);
    const sealed = await sealOnce(source, place, secret);
    const sealedRetired = JSON.stringify(await sealRetired(source, place, retired));
    await source.sql(updateWebhook, [tenantId, id, sealed, sealedRetired]);
  }
  return rows.length;
}

async function sealChannels(source: SecretSource, limit: number): Promise<number> {
  const rows = await source.sql(lockChannels, [limit]);
  for (const { tenantId, id, secrets } of rows) {
    const sealed: Record<string, string> = {};
    for (const [name, secret] of Object.entries(secrets)) {
      sealed[name] = await sealOnce(source, channelSecret(tenantId, id, name), secret);
    }
    await source.sql(updateChannel, [tenantId, id, JSON.stringify(sealed)]);
  }
  return rows.length;
}

async function sealResults(source: SecretSource, limit: number): Promise<number> {
  const rows = await source.sql(lockResults, [limit]);
  for (const { tenantId, key, secret } of rows) {
    const sealed = await sealOnce(source, idempotencySecret(tenantId, key, 'secret'), secret);
    await source.sql(updateResult, [tenantId, key, sealed]);
  }
  return rows.length;
}

/** Skips keys that are already wrapped; `rewrapKeys` wraps them with the newest encryption key. */
async function wrapFileUrlKeys(database: Database, sizes: Sizes): Promise<number> {
  const [found] = await database.sql(countPlainFileUrlKeys, []);
  return found?.count ? (await rewrapKeys(database, sizes)).fileUrlKeys : 0;
}

async function sealRetired(
  source: SecretSource,
  place: SecretPlace,
  retired: readonly RetiredSecret[],
): Promise<RetiredSecret[]> {
  const sealed: RetiredSecret[] = [];
  for (const entry of retired) {
    sealed.push({ ...entry, secret: await sealOnce(source, place, entry.secret) });
  }
  return sealed;
}

async function sealOnce(source: SecretSource, place: SecretPlace, secret: string): Promise<string> {
  return isSealed(secret) ? secret : sealSecret(source, place, secret);
}

interface RetiredSecret {
  readonly secret: string;
  readonly expiresAt: string;
}

interface StoredSecrets {
  readonly id: string;
  readonly secret: string;
  readonly retired: readonly RetiredSecret[];
}

const lockTenants = statement<StoredSecrets>(
  'lock-plain-tenants',
  `select id, signing_secret as secret, retired_signing_secrets as retired from tenants
   where ${isPlainTenant} order by id limit $1::int for no key update`,
);

const updateTenant = statement(
  'seal-tenant',
  'update tenants set signing_secret = $2::text, retired_signing_secrets = $3::jsonb where id = $1::uuid',
);

const lockWebhooks = statement<StoredSecrets & { tenantId: string }>(
  'lock-plain-webhooks',
  `select tenant_id as "tenantId", id, secret, retired_secrets as retired from webhooks
   where ${isPlainWebhook} order by tenant_id, id limit $1::int for no key update`,
);

const updateWebhook = statement(
  'seal-webhook',
  `update webhooks set secret = $3::text, retired_secrets = $4::jsonb, previous_secret = null
   where tenant_id = $1::uuid and id = $2::uuid`,
);

const lockChannels = statement<{ tenantId: string; id: string; secrets: Record<string, string> }>(
  'lock-plain-channels',
  `select tenant_id as "tenantId", id, secrets from channels
   where ${isPlainChannel} order by tenant_id, id limit $1::int for no key update`,
);

const updateChannel = statement(
  'seal-channel',
  'update channels set secrets = $3::jsonb where tenant_id = $1::uuid and id = $2::uuid',
);

const lockResults = statement<{ tenantId: string; key: string; secret: string }>(
  'lock-plain-results',
  `select tenant_id as "tenantId", key, result ->> 'secret' as secret from idempotency_keys
   where ${isPlainResult} order by tenant_id, key limit $1::int for no key update`,
);

const updateResult = statement(
  'seal-result',
  `update idempotency_keys set result = jsonb_set(result, '{secret}', to_jsonb($3::text))
   where tenant_id = $1::uuid and key = $2::text`,
);

const countPlainFileUrlKeys = statement<{ count: number }>(
  'count-plain-file-url-keys',
  'select count(*)::int as count from file_url_keys where wrapping_key_id is null',
);
