import { expect } from '@jest/globals';
import { readPhoneNumbers } from '../../src/addresses/read-phone-numbers.js';
import { storeUsage } from '../../src/api-usage/counting/store-usage.js';
import { applyMessageStatus, removeExpired, UsageCounter } from '../../src/index.js';
import { countPlainRows } from '../../src/secrets/stored/describe-keys.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { normalizeStoredAddresses, sealStoredSecrets } from '../../src/tenants/administration.js';
import { text } from '../api-usage/use-stored-usage.js';
import { storeAllWords, storedIds } from '../messages/store-all-words.js';
import { createChannel, createKey } from '../testkit.js';
import type { Stage } from './stage.js';

export async function removesExpired({ worlds, count }: Stage): Promise<void> {
  const { database, own } = worlds;
  await database.pool.query(
    `insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, status, scheduled_at,
       finished_at)
     select $1, ${newIdSql('now()')}, $2, $3, $4, 'completed', now(), now() from generate_series(1, $5::int)`,
    [own.tenant.id, own.automation.id, own.automation.latestVersionId, own.contact.id, count],
  );
  const later = new Date(Date.now() + 91 * 24 * 60 * 60 * 1_000);
  expect((await removeExpired(database, later, worlds.sizes)).automationRuns).toBeGreaterThanOrEqual(count);
  expect(await database.prisma.automationRun.count({ where: { finishedAt: { not: null } } })).toBe(0);
}

export async function normalizesAddresses({ worlds, count }: Stage): Promise<void> {
  const { database, own } = worlds;
  await database.pool.query(
    `with person as (
       insert into contacts (tenant_id, id, phone_number)
       select $1, gen_random_uuid(), (4917600000000 + n)::text from generate_series(1, $2::int) n returning id, phone_number
     )
     insert into handles (tenant_id, id, contact_id, type, value, is_primary)
     select $1, id, id, 'phone_number', phone_number, true from person`,
    [own.tenant.id, count],
  );
  const changed = async () => (await normalizeStoredAddresses(database, worlds.sizes, own.tenant.id)).changed;
  expect([await changed(), await changed()]).toEqual([count, 0]);
}

export async function readsNumbers({ worlds, count }: Stage): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => `+49 151 ${10_000_000 + index}`);
  const read = await readPhoneNumbers(worlds.context(), texts);
  expect([...read]).toEqual(texts.map((one) => [one, one.replaceAll(' ', '')]));
}

export async function sealsSecrets({ worlds, count }: Stage): Promise<void> {
  const { database, own } = worlds;
  await database.pool.query(
    `insert into webhooks (tenant_id, id, url, secret)
     select $1, gen_random_uuid(), 'https://partner.example', 'whsec_' || n from generate_series(1, $2::int) n`,
    [own.tenant.id, count],
  );
  const plain = await countPlainRows(database);
  expect(plain).toBeGreaterThanOrEqual(count);
  expect(await sealStoredSecrets(database, worlds.sizes)).toBe(plain);
  expect(await countPlainRows(database)).toBe(0);
}

export async function storesUsage({ worlds, count }: Stage): Promise<void> {
  const { database, own } = worlds;
  const { id: keyId } = await createKey(database, own.tenant.id);
  const counter = new UsageCounter({ now: () => new Date() });
  const names = Array.from({ length: count }, (_, index) => ({ ...text, name: `body.field${index}` }));
  counter.count({ tenantId: own.tenant.id, keyId }, names);
  expect(await storeUsage(database, counter.take(), worlds.sizes)).toEqual({ failed: [] });
  expect(await database.prisma.apiUsage.count({ where: { keyId, count: 1 } })).toBe(count);
}

export async function storesWords({ worlds, count }: Stage): Promise<void> {
  const { database, own } = worlds;
  const { id, channelId } = own.chat;
  await database.pool.query(
    `insert into messages (tenant_id, id, chat_id, channel_id, sender, text, timestamp)
     select $1, ${newIdSql('now()')}, $2, $3, 'inbound', 'Message ' || n, now() from generate_series(1, $4::int) n`,
    [own.tenant.id, id, channelId, count],
  );
  await storeAllWords(database, worlds.sizes);
  const messages = await database.prisma.message.count({
    where: { tenantId: own.tenant.id, text: { not: null } },
  });
  expect(await storedIds(database, own.tenant.id)).toHaveLength(messages);
}

export async function keepsNewestStatuses(stage: Stage): Promise<void> {
  const { report, kept, size } = await fillStatuses(stage, stage.size);
  await report('new');
  expect([
    (await kept()).length,
    (await kept()).includes('new'),
    (await kept()).includes(`old-${size}`),
  ]).toEqual([size, true, false]);
}

export async function trimsInTurn(stage: Stage): Promise<void> {
  const { report, kept, size } = await fillStatuses(stage, stage.worlds.sizes.earlyStatuses);
  const most = stage.worlds.sizes.earlyStatuses;
  for (let number = 0; number < size; number += 1) await report(`new-${number}`);
  expect(await kept()).toHaveLength(most + size - 1);
  await report('last');
  expect(await kept()).toHaveLength(most);
}

async function fillStatuses({ worlds, size }: Stage, count: number) {
  const { database, own } = worlds;
  const context = worlds.context();
  const { id: channelId } = await createChannel(database, own.tenant.id);
  await database.pool.query(
    `insert into early_statuses (tenant_id, channel_id, vendor_id, status, errors, created_at)
     select $1, $2, 'old-' || number, 'sent', '[]', $3::timestamptz - number * interval '1 second'
     from generate_series(1, $4::int) number`,
    [own.tenant.id, channelId, context.now(), count],
  );
  const report = (externalId: string) =>
    applyMessageStatus(context, { channelId, externalId, reference: null, status: 'read', errors: [] });
  const kept = async () =>
    (await database.prisma.earlyStatus.findMany({ where: { channelId } })).map(({ vendorId }) => vendorId);
  return { report, kept, size };
}
