import { type ApiKey, type Database, runInPrismaTransaction } from '@parley/database';
import { operatorContext, recordAudit } from '../auditing/record-audit.js';
import { isId, newId } from '../ids.js';
import { AdministrationError } from './administration-error.js';
import { findTenant } from './find-tenant.js';

export interface NewApiKey {
  /** Slug or id. */
  readonly tenant: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: Date | null;
  /** Default is a new id; the demo tenant has a fixed one. */
  readonly id?: string;
}

export async function createApiKey(database: Database, key: NewApiKey): Promise<ApiKey> {
  const { id = newId(), name, scopes, expiresAt = null } = key;
  if (scopes.length === 0)
    throw new AdministrationError('A key needs at least one scope; "*" allows everything.');
  const { id: tenantId } = await findTenant(database, key.tenant);
  return runInPrismaTransaction(database, async (transaction) => {
    const data = { tenantId, id, name, scopes: [...scopes], expiresAt };
    const created = await transaction.prisma.apiKey.create({ data });
    const entry = { action: 'api_key.created', resourceId: id } as const;
    recordAudit(transaction, await operatorContext(transaction.sql, tenantId), entry);
    return created;
  });
}

export async function listApiKeys(database: Database, tenant: string): Promise<ApiKey[]> {
  const { id: tenantId } = await findTenant(database, tenant);
  return database.prisma.apiKey.findMany({
    where: { tenantId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

export interface ApiKeyAddress {
  /** Slug or id. */
  readonly tenant: string;
  readonly keyId: string;
}

export async function findApiKey(database: Database, { tenant, keyId }: ApiKeyAddress): Promise<ApiKey> {
  const { id: tenantId } = await findTenant(database, tenant);
  const key = isId(keyId)
    ? await database.prisma.apiKey.findUnique({ where: { tenantId_id: { tenantId, id: keyId } } })
    : null;
  if (key === null) throw new AdministrationError(`The tenant "${tenant}" has no key "${keyId}".`);
  return key;
}

/** Revokes a key, and with it all of its tokens. A second call keeps the time of the first. */
export async function revokeApiKey(database: Database, address: ApiKeyAddress): Promise<ApiKey> {
  const { tenantId, id } = await findApiKey(database, address);
  await runInPrismaTransaction(database, async (transaction) => {
    const where = { tenantId, id, revokedAt: null };
    const context = await operatorContext(transaction.sql, tenantId);
    const revoked = await transaction.prisma.apiKey.updateMany({ where, data: { revokedAt: context.now() } });
    const entry = { action: 'api_key.revoked', resourceId: id } as const;
    if (revoked.count > 0) recordAudit(transaction, context, entry);
  });
  return findApiKey(database, address);
}
