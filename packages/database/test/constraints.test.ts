import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readSchema } from '../scripts/schema-engine/read-schema.js';
import { type Database, type LocalPostgres, openDatabase, runMigrations } from '../src/index.js';
import { type FilledTenant, fillTenant } from './support/fill-tenant.js';
import { startTemporaryServer } from './support/temporary-server.js';

let server: LocalPostgres;
let database: Database;
let mine: FilledTenant;
let theirs: FilledTenant;

beforeAll(async () => {
  server = await startTemporaryServer();
  await runMigrations(server.url);
  database = openDatabase({ url: server.url });
  mine = await fillTenant(database.prisma);
  theirs = await fillTenant(database.prisma);
});

afterAll(async () => {
  await database.close();
  await server.stop();
});

/** Unique keys of tenants' tables without the tenant (docs/operations/scaling.md). */
const globalKeys = [
  // A provider calls `/ingress/{channelId}` and knows no tenant.
  'channels_id_key',
  // A public URL contains only its token.
  'files_public_token_key',
];

describe('tenants are kept apart', () => {
  test('every table of tenants’ data has the tenant first in its key and in a foreign key', async () => {
    // Workers, dead jobs, the progress of migrations, the keys of signed URLs, loose objects and the times of
    // counts belong to the service.
    // Attempts and the lists of deliveries belong to a delivery, whose table is partitioned; nothing refers to such a
    // table by a foreign key.
    const loose = await rows(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and c.relname not in ('tenants', 'workers', 'dead_jobs', 'data_migrations', 'file_url_keys', 'loose_objects', 'installation', 'retention_defaults', 'usage_counts', '_prisma_migrations')
         and not (
           exists (
             select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
             where i.indrelid = c.oid and i.indisprimary and a.attname = 'tenant_id'
           ) and (c.relname ~ '^(delivery_attempts|unfinished_deliveries|unsuccessful_deliveries)' or exists (
             select from pg_constraint f join pg_attribute a on a.attrelid = c.oid and a.attnum = any (f.conkey)
             where f.conrelid = c.oid and f.contype = 'f' and a.attname = 'tenant_id'
           ))
         )`,
    );
    expect(loose).toEqual([]);
  });

  test('every unique key of their tables contains the tenant, so that the tables can be distributed by it', async () => {
    const global = await rows(
      `select index.relname as name from pg_index i join pg_class index on index.oid = i.indexrelid
       join pg_class c on c.oid = i.indrelid
       where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition
         and exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and not attisdropped)
         and not exists (
           select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey) and a.attname = 'tenant_id'
         ) order by index.relname`,
    );
    expect(global.map(({ name }) => name)).toEqual(globalKeys);
  });

  test('every foreign key between their tables includes the tenant on both sides', async () => {
    const loose = await rows(
      `select conname as name from pg_constraint f
       where f.contype = 'f' and f.connamespace = 'public'::regnamespace
         and f.confrelid <> 'tenants'::regclass
         and not exists (
           select from unnest(f.conkey, f.confkey) as k(child, parent)
           join pg_attribute c on c.attrelid = f.conrelid and c.attnum = k.child
           join pg_attribute p on p.attrelid = f.confrelid and p.attnum = k.parent
           where c.attname = 'tenant_id' and p.attname = 'tenant_id'
         )`,
    );
    expect(loose).toEqual([]);
  });

  test('a foreign key that sets a reference to null never sets the tenant to null', async () => {
    const emptying = await rows(
      `select conname as name, confdelsetcols is not null as named from pg_constraint
       where contype = 'f' and confdeltype = 'n' and connamespace = 'public'::regnamespace`,
    );
    expect(emptying.length).toBeGreaterThan(0);
    expect(emptying.filter(({ named }) => !named)).toEqual([]);
  });

  test('a row of one tenant cannot refer to a row of another', async () => {
    const { prisma } = database;
    const { tenantId } = mine;
    const attempts = [
      prisma.handle.create({
        data: { tenantId, id: randomUUID(), contactId: theirs.contactId, type: 'email', value: 'a@b.c' },
      }),
      prisma.contactLabel.create({ data: { tenantId, contactId: mine.contactId, labelId: theirs.labelId } }),
      prisma.attributeValue.create({
        data: { tenantId, contactId: theirs.contactId, attributeId: mine.attributeId, value: 'x' },
      }),
      prisma.delivery.create({
        data: {
          tenantId,
          id: randomUUID(),
          eventId: mine.eventId,
          webhookId: theirs.webhookId,
          eventType: 'message_sent',
        },
      }),
      prisma.campaignRecipient.create({
        data: { tenantId, id: randomUUID(), campaignId: mine.campaignId, contactId: theirs.contactId },
      }),
      prisma.message.update({
        where: { tenantId_id: { tenantId, id: mine.messageId } },
        data: { messageTemplateId: theirs.messageTemplateId },
      }),
      prisma.chat.update({
        where: { tenantId_id: { tenantId, id: mine.chatId } },
        data: { latestMessageId: theirs.messageId },
      }),
    ];
    const results = await Promise.allSettled(attempts);
    for (const result of results) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringMatching(/foreign key/i) },
      });
    }
  });
});

describe('unique constraints', () => {
  test.each([
    [
      'a handle per tenant and type',
      'handles',
      'tenant_id, id, contact_id, type, value',
      '$1, $2, contact_id, type, value',
    ],
    [
      'an attribute’s externalId',
      'attributes',
      'tenant_id, id, external_id, name',
      '$1, $2, external_id, name',
    ],
    ['a label’s name', 'labels', 'tenant_id, id, name, color', '$1, $2, name, color'],
    [
      'a contact as a recipient of a campaign',
      'campaign_recipients',
      'tenant_id, id, campaign_id, contact_id',
      '$1, $2, campaign_id, contact_id',
    ],
    [
      'an occurrence of a campaign',
      'campaign_occurrences',
      'tenant_id, id, campaign_id, occurs_at',
      '$1, $2, campaign_id, occurs_at',
    ],
    [
      'a send per recipient and occurrence',
      'campaign_sends',
      'tenant_id, id, campaign_id, recipient_id, occurrence_id',
      '$1, $2, campaign_id, recipient_id, occurrence_id',
    ],
    [
      'a run per campaign send',
      'automation_runs',
      'tenant_id, id, automation_id, automation_version_id, contact_id, campaign_send_id, scheduled_at',
      '$1, $2, automation_id, automation_version_id, contact_id, campaign_send_id, now()',
    ],
    [
      'a chat per channel and handle',
      'chats',
      'tenant_id, id, channel_id, contact_id, handle_id',
      '$1, $2, channel_id, contact_id, handle_id',
    ],
    [
      'a provider’s message per channel',
      'messages',
      'tenant_id, id, chat_id, channel_id, vendor_id, sender, timestamp',
      '$1, $2, chat_id, channel_id, vendor_id, sender, now()',
    ],
    [
      'a version’s number',
      'automation_versions',
      'tenant_id, id, automation_id, number, trigger_type',
      '$1, $2, automation_id, number, trigger_type',
    ],
  ])('%s', async (_, table, columns, values) => {
    const copy = `insert into ${table} (${columns}) select ${values} from ${table} where tenant_id = $1 limit 1`;
    await expect(database.pool.query(copy, [mine.tenantId, randomUUID()])).rejects.toThrow(/duplicate key/);
  });

  test('the public token of a file, over all tenants; any number of files have none', async () => {
    const publish = (tenant: FilledTenant) =>
      database.prisma.file.update({
        where: { tenantId_id: { tenantId: tenant.tenantId, id: tenant.fileId } },
        data: { publicToken: 'token' },
      });
    await publish(mine);
    await expect(publish(theirs)).rejects.toMatchObject({ code: 'P2002' });
  });

  test('the delivery of an event to a webhook, except resends', async () => {
    const { tenantId, eventId, webhookId, deliveryId } = mine;
    const again = (resendOfId: string | null) =>
      database.prisma.delivery.create({
        data: { tenantId, id: randomUUID(), eventId, webhookId, eventType: 'message_sent', resendOfId },
      });
    await expect(again(null)).rejects.toMatchObject({ code: 'P2002' });
    await expect(again(deliveryId)).resolves.toMatchObject({ resendOfId: deliveryId });
  });
});

describe('related rows are consistent', () => {
  test('a message cannot have another channel than its chat', async () => {
    const { tenantId, chatId } = mine;
    const other = await database.prisma.channel.create({
      data: { tenantId, id: randomUUID(), type: 'sms', provider: 'sandbox', name: 'SMS' },
    });
    const misplaced = database.prisma.message.create({
      data: {
        tenantId,
        id: randomUUID(),
        chatId,
        channelId: other.id,
        sender: 'inbound',
        timestamp: new Date(),
      },
    });
    await expect(misplaced).rejects.toThrow(/foreign key/i);
  });

  test('an automation cannot be left without the version it names as its latest', async () => {
    const orphan = database.prisma.automation.create({
      data: {
        tenantId: mine.tenantId,
        id: randomUUID(),
        name: 'Orphan',
        latestVersionId: mine.versionId,
        latestVersionTriggerType: 'manual',
      },
    });
    await expect(orphan).rejects.toThrow(/foreign key|latest_version/i);
  });
});

/** Prisma's own comparison of schema and migrations does not look at the order. */
test('enum values sort in the order of schema.prisma', async () => {
  const types = await rows(
    `select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
     from pg_type t join pg_enum e on e.enumtypid = t.oid
     where t.typnamespace = 'public'::regnamespace group by 1`,
  );
  const [schema] = (await readSchema()).files;
  const blocks = [...(schema?.content ?? '').matchAll(/^enum \w+ \{\n(.+?)\n\n {2}@@map\("(\w+)"\)/gms)];
  const declared = blocks.map(([, lines = '', name]) => [name, lines.split('\n').map(storedValue)]);
  expect(Object.fromEntries(types.map(({ name, values }) => [name, values]))).toEqual(
    Object.fromEntries(declared),
  );
});

/** The stored form of an enum value, from its line in the schema. */
function storedValue(line: string): string | undefined {
  return /@map\("(.+)"\)/.exec(line)?.[1] ?? line.trim();
}

test('counting requests and inbound messages, and recording writes, writes nothing to the write-ahead log', async () => {
  expect(
    await rows(
      `select relname as name from pg_class where relpersistence = 'u'
         and relname in ('rate_limit_windows', 'inbound_windows', 'key_writes') order by relname`,
    ),
  ).toEqual([{ name: 'inbound_windows' }, { name: 'key_writes' }, { name: 'rate_limit_windows' }]);
});

async function rows(text: string): Promise<Record<string, unknown>[]> {
  return (await database.pool.query(text)).rows;
}
