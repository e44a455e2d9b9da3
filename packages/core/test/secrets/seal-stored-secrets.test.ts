import { expect, test } from '@jest/globals';
import type { Database } from '@parley/database';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import { createWebhook as addWebhook, createChannel, findChannel, newId } from '../../src/index.js';
import { countPlainRows } from '../../src/secrets/stored/describe-keys.js';
import { sealStoredSecrets } from '../../src/secrets/stored/seal-stored-secrets.js';
import { defaultSizes as sizes } from '../../src/sizes.js';
import { createContext, withKey } from '../test-context.js';
import { createTenant, createWebhook, openStoredTenant, openStoredWebhook } from '../testkit.js';

const { database } = useTestDatabase();

const retired = [{ secret: 'whsec_plain-old', expiresAt: '2026-11-20T00:00:00+00:00' }];

/** Stores secrets as the previous release did. */
async function storePlain() {
  const tenant = await createTenant(database, { retiredSigningSecrets: retired });
  const webhook = await createWebhook(database, tenant.id, {
    secret: 'whsec_plain',
    retiredSecrets: retired,
  });
  await database.pool.query(`update webhooks set previous_secret = 'whsec_plain-old' where id = $1`, [
    webhook.id,
  ]);
  const context = createContext(database, tenant.id);
  const channel = { type: 'sms', provider: 'sms', name: 'SMS', settings: {} } as const;
  const { id: channelId } = await createChannel(context, { ...channel, secrets: {} }, () => {});
  await database.prisma.channel.updateMany({
    where: { id: channelId },
    data: { secrets: { authToken: 'plain-auth-token' } },
  });
  const key = newId();
  const request = withKey(context, { key, operationId: 'createApiWebhook' });
  const url = 'https://partner.example';
  const { id: webhookId } = await addWebhook(request, { url });
  await database.pool.query(
    `update idempotency_keys set result = jsonb_set(result, '{secret}', '"whsec_plain-result"') where key = $1`,
    [key],
  );
  await database.pool.query('insert into file_url_keys (id, secret) values (gen_random_uuid(), $1)', [
    Buffer.alloc(32, 'plain'),
  ]);
  return { tenant, webhook, channelId, replay: () => addWebhook(request, { url }), webhookId };
}

async function findPlain(): Promise<string[]> {
  const tables = ['tenants', 'webhooks', 'channels', 'idempotency_keys', 'file_url_keys'];
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await database.pool.query(
        `select from ${table} as found where found::text ~ 'plain|whsec_|706c61696e'`,
      );
      return rows.length > 0 ? [table] : [];
    }),
  );
  return found.flat();
}

test('secrets that the previous release stored work, are sealed once, and still work afterwards', async () => {
  const { tenant, webhook, channelId, replay, webhookId } = await storePlain();
  const read = async () => ({
    channel: (await findChannel(database, channelId))?.secrets,
    webhook: await openStoredWebhook(
      database,
      await database.prisma.webhook.findFirstOrThrow({ where: { id: webhook.id } }),
    ),
    tenant: await openStoredTenant(
      database,
      await database.prisma.tenant.findFirstOrThrow({ where: { id: tenant.id } }),
    ),
    replayed: await replay(),
  });
  expect(await findPlain()).toEqual(['tenants', 'webhooks', 'channels', 'idempotency_keys', 'file_url_keys']);
  const before = await read();
  expect(before).toMatchObject({
    channel: { authToken: 'plain-auth-token' },
    webhook: { secret: 'whsec_plain', retiredSecrets: retired },
    tenant: { signingSecret: tenant.signingSecret, retiredSigningSecrets: retired },
    replayed: { id: webhookId, secret: 'whsec_plain-result' },
  });
  expect(await countPlainRows(database)).toBe(5);
  expect(await sealStoredSecrets(database, sizes)).toBe(5);
  expect(await findPlain()).toEqual([]);
  expect(await read()).toEqual(before);
  expect(await sealStoredSecrets(database, sizes)).toBe(0);
});

test('an interrupted run keeps what it has sealed, and the next one does the rest', async () => {
  for (let count = 0; count < 130; count += 1) await createTenant(database);
  let wraps = 0;
  const { keys } = database;
  const dying: Database = {
    ...database,
    keys: {
      currentKeyId: () => keys.currentKeyId(),
      unwrap: (...args) => keys.unwrap(...args),
      wrap(...args) {
        wraps += 1;
        return wraps > 120 ? Promise.reject(new Error('killed')) : keys.wrap(...args);
      },
    },
  };
  await expect(sealStoredSecrets(dying, sizes)).rejects.toThrow('killed');
  expect(await countPlainRows(database)).toBe(30);
  expect(await sealStoredSecrets(database, sizes)).toBe(30);
  expect(await countPlainRows(database)).toBe(0);
});

test('concurrent runs seal each row once', async () => {
  const webhooks = [];
  const { id: tenantId } = await createTenant(database);
  for (let count = 0; count < 20; count += 1) {
    webhooks.push(await createWebhook(database, tenantId, { secret: `whsec_${count}` }));
  }
  await Promise.all([sealStoredSecrets(database, sizes), sealStoredSecrets(database, sizes)]);
  for (const [count, { id }] of webhooks.entries()) {
    const row = await database.prisma.webhook.findFirstOrThrow({ where: { id } });
    expect((await openStoredWebhook(database, row)).secret).toBe(`whsec_${count}`);
  }
});
