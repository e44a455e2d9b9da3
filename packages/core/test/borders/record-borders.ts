import { expect } from '@jest/globals';
import { readPhoneNumbers } from '../../src/addresses/read-phone-numbers.js';
import { storeUsage } from '../../src/api-usage/counting/store-usage.js';
import { applyMessageStatus, removeExpired, UsageCounter } from '../../src/index.js';
import { countPlainRows } from '../../src/secrets/stored/describe-keys.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { normalizeAddressesOnce, sealStoredSecrets } from '../../src/tenants/administration.js';
import { text } from '../api-usage/use-stored-usage.js';
import {
  findByWords,
  idBefore,
  settleWords,
  storeAllWords,
  storedIds,
  storedUntil,
} from '../messages/store-all-words.js';
import { createChannel, createChat, createKey, createTenant } from '../testkit.js';
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

export async function continuesAtCursor({ worlds, count }: Stage): Promise<void> {
  const { database, own } = worlds;
  const tenantId = own.tenant.id;
  await database.pool.query(
    `with person as (
       insert into contacts (tenant_id, id, phone_number)
       select $1::uuid, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, (4917600000000 + n)::text
       from generate_series(0, $2::int) n returning id, phone_number
     )
     insert into handles (tenant_id, id, contact_id, type, value, is_primary)
     select $1::uuid, id, id, 'phone_number', phone_number, true from person`,
    [tenantId, count],
  );
  const cursor = { tenantId, id: '00000000-0000-7000-8000-000000000000' };
  await database.prisma
    .$executeRaw`insert into data_migrations (name, cursor) values ('normalize-addresses', ${cursor})`;
  expect(await normalizeAddressesOnce(database, worlds.sizes)).toMatchObject({ changed: count });
  const left = { where: { tenantId, phoneNumber: { startsWith: '49176' } } };
  expect(await database.prisma.contact.findMany(left)).toMatchObject([{ id: cursor.id }]);
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

export async function continuesWords({ worlds, count }: Stage): Promise<void> {
  const { database } = worlds;
  const { id: tenantId } = await createTenant(database);
  const chat = await createChat(database, tenantId);
  await database.pool.query(
    `insert into messages (tenant_id, id, chat_id, channel_id, sender, text, timestamp)
     select $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, $3, 'inbound', 'Message ' || n, now()
     from generate_series(1, $4::int) n`,
    [tenantId, chat.id, chat.channelId, count],
  );
  await storeAllWords(database, worlds.sizes);
  expect(await storedIds(database, tenantId)).toHaveLength(count);
  await settleWords(database, tenantId);
  const until = await storedUntil(database, tenantId);
  expect(until && until > idBefore(6) && until < idBefore(4)).toBe(true);
  const last = `01900000-0000-7000-8000-${String(count).padStart(12, '0')}`;
  expect(await findByWords(database, tenantId, String(count))).toEqual([last]);
}

export async function replacesOldest({ worlds }: Stage): Promise<void> {
  const { database, own, sizes } = worlds;
  const { earlyStatuses: most, earlyStatusesBetweenTrims: between } = sizes;
  const [full, quiet] = [
    await createChannel(database, own.tenant.id),
    await createChannel(database, own.tenant.id),
  ];
  const context = worlds.context();
  const report = { channelId: full.id, reference: null, status: 'read', errors: [] } as const;
  await applyMessageStatus(context, { ...report, channelId: quiet.id, externalId: 'quiet' });
  await database.pool.query(
    `insert into early_statuses (tenant_id, channel_id, vendor_id, status, errors, created_at)
     select $1, $2, 'old-' || number, 'sent', '[]', $3::timestamptz - number * interval '1 second'
     from generate_series(1, $4::int) number`,
    [own.tenant.id, full.id, context.now(), most + between],
  );
  const dropped: number[] = [];
  const onDropped = (count: number) => void dropped.push(count);
  // A process counts the statuses of a channel at its first status, and then each time after as many as the size says.
  for (let number = 0; number <= between; number += 1) {
    context.clock.advance(1);
    await applyMessageStatus(context, { ...report, externalId: `new-${number}`, onDropped });
  }
  expect(dropped).toEqual([between + 1, between]);
  const kept = await database.prisma.earlyStatus.findMany({ where: { channelId: full.id } });
  const ids = kept.map(({ vendorId }) => vendorId).filter((id) => id.startsWith('old-'));
  const old = Array.from({ length: Math.max(0, most - between - 1) }, (_, at) => `old-${at + 1}`);
  expect([kept.length, ids.sort()]).toEqual([most, old.sort()]);
  expect(await database.prisma.earlyStatus.count({ where: { channelId: quiet.id } })).toBe(1);
}
