import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { findKeyWrapper, formatEncryptionKey } from '@parley/database';
import { testEncryptionKeys } from '../../testkit/src/database/test-keys.js';
import { createApiKey, createTenant, disableWebhook, revokeApiKey } from '../src/index.js';
import { rewrapKeys } from '../src/secrets/keys/rewrap-keys.js';
import { setRetention } from '../src/tenants/administer-retention.js';
import { setTenantCountry, setTenantLimit, setTenantPlan } from '../src/tenants/administer-tenants.js';
import { useWorlds } from './use-worlds.js';

const { database, prisma, own, other, sizes } = useWorlds();

async function findEntries(tenantId: string) {
  const entries = await prisma.auditLogEntry.findMany({
    where: { tenantId },
    orderBy: { id: 'asc' },
  });
  return entries.map(({ action, actorType, keyId, resourceId, changedFields }) => ({
    action,
    actorType,
    keyId,
    resourceId,
    changedFields,
  }));
}

describe('commands of the operator', () => {
  test('each change adds one entry, and a command that changes nothing adds none', async () => {
    const { id } = await createTenant(database, { slug: 'audited', name: 'Audited', plan: 'free' });
    const key = await createApiKey(database, { tenant: id, name: 'Key', scopes: ['*'] });
    const repeat = async (work: () => Promise<unknown>) => {
      await work();
      await work();
    };
    await repeat(() => revokeApiKey(database, { tenant: id, keyId: key.id }));
    await repeat(() => setTenantPlan(database, { tenant: id, plan: 'pro', requestsPerMinute: 7 }));
    await repeat(() => setTenantLimit(database, { tenant: id, limit: 'automations', value: 3 }));
    await repeat(() => setTenantLimit(database, { tenant: id, limit: 'automations', value: null }));
    await repeat(() => setTenantCountry(database, { tenant: id, defaultCountry: 'DE' }));
    await repeat(() => setRetention(database, { tenant: id, kind: 'messages', days: 90 }));
    const operator = { actorType: 'operator', keyId: null };
    const updated = { ...operator, action: 'workspace.updated', resourceId: id };
    expect(await findEntries(id)).toEqual([
      { ...operator, action: 'workspace.created', resourceId: id, changedFields: [] },
      { ...operator, action: 'api_key.created', resourceId: key.id, changedFields: [] },
      { ...operator, action: 'api_key.revoked', resourceId: key.id, changedFields: [] },
      { ...updated, changedFields: ['plan', 'requestsPerMinute'] },
      { ...updated, changedFields: ['limits.automations'] },
      { ...updated, changedFields: ['limits.automations'] },
      { ...updated, changedFields: ['defaultCountry'] },
      { ...updated, changedFields: ['retention.messages'] },
    ]);
  });

  test('a retention for all adds an entry to the log of each workspace that it changes', async () => {
    const create = (slug: string) => createTenant(database, { slug, name: slug, plan: 'free' });
    const [changed, kept] = [await create('other-retention'), await create('own-retention')];
    await setRetention(database, { tenant: kept.id, kind: 'messages', days: 7 });
    const before = await findEntries(kept.id);
    const setForAll = (days: number | undefined) =>
      setRetention(database, { tenant: undefined, kind: 'messages', days });
    for (const days of [90, 90, 91, undefined, undefined]) await setForAll(days);
    const entries = (await findEntries(changed.id)).filter(({ action }) => action !== 'workspace.created');
    const entry = { action: 'workspace.updated', actorType: 'operator', keyId: null, resourceId: changed.id };
    expect(entries).toEqual(Array(3).fill({ ...entry, changedFields: ['retention.messages'] }));
    expect(await findEntries(kept.id)).toEqual(before);
  });

  test('a retention that only operators see, such as that of dead jobs, adds no entry to the log of a workspace', async () => {
    const { id } = await createTenant(database, { slug: 'dead-jobs', name: 'Dead jobs', plan: 'free' });
    const before = await findEntries(id);
    for (const days of [60, undefined]) {
      expect(await setRetention(database, { tenant: undefined, kind: 'deadJobs', days })).toMatchObject({
        deadJobs: days ?? 30,
      });
    }
    expect(await findEntries(id)).toEqual(before);
  });

  test('wrapping the data key of a workspace again adds an entry to its log', async () => {
    const { id } = await createTenant(database, { slug: 'rewrapped', name: 'Rewrapped', plan: 'free' });
    const newer = formatEncryptionKey({ id: 'newer', key: randomBytes(32) });
    const encryptionKeys = `${newer},${testEncryptionKeys}`;
    const keys = findKeyWrapper({ encryptionKeys, databaseUrl: undefined, dataDir: '.data' });
    await rewrapKeys({ ...database, keys }, sizes);
    await rewrapKeys({ ...database, keys }, sizes);
    expect((await findEntries(id)).slice(1)).toEqual([
      {
        action: 'workspace.data_key_rewrapped',
        actorType: 'operator',
        keyId: null,
        resourceId: id,
        changedFields: [],
      },
    ]);
  });
});

describe('the service', () => {
  test('adds an entry when it disables a webhook, and none when the webhook is already disabled', async () => {
    const now = new Date('2026-11-14T09:30:00Z');
    const webhook = { tenantId: own.tenant.id, webhookId: own.webhook.id };
    const before = await findEntries(own.tenant.id);
    const disable = () => disableWebhook(database, { ...webhook, reason: 'gone', failingBefore: now, now });
    expect(await disable()).toBeDefined();
    expect(await disable()).toBeUndefined();
    expect((await findEntries(own.tenant.id)).slice(before.length)).toEqual([
      {
        action: 'api_webhook.disabled',
        actorType: 'service',
        keyId: null,
        resourceId: own.webhook.id,
        changedFields: [],
      },
    ]);
  });
});

describe('the database keeps every entry', () => {
  test.each([
    ['an update', "update audit_log set action = 'nothing' where tenant_id = $1"],
    ['a deletion', 'delete from audit_log where tenant_id = $1'],
    ['an update of the key', 'update audit_log set tenant_id = $1 where tenant_id = $1'],
  ])('%s is refused', async (_, text) => {
    await expect(database.pool.query(text, [own.tenant.id])).rejects.toThrow('The audit log is append-only');
  });

  test('truncating the table is refused', async () => {
    await expect(database.pool.query('truncate audit_log')).rejects.toThrow('The audit log is append-only');
  });

  test('only the deletion of a workspace deletes entries, and only the entries of that workspace', async () => {
    const { id } = await createTenant(database, { slug: 'deleted', name: 'Deleted', plan: 'free' });
    const kept = await findEntries(other.tenant.id);
    await prisma.tenant.delete({ where: { id } });
    expect(await findEntries(id)).toEqual([]);
    expect(await findEntries(other.tenant.id)).toEqual(kept);
    expect(kept).not.toEqual([]);
  });
});
