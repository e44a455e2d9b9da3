import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Database } from '../src/index.js';
import type { FilledTenant } from './support/fill-tenant.js';

/** The database and two tenants with a row in each table; they exist only while tests run. */
export interface FilledDatabase {
  readonly database: Database;
  readonly mine: FilledTenant;
  readonly theirs: FilledTenant;
}

/** Unique keys of tenants' tables without the tenant (docs/operations/scaling.md). */
const globalKeys = [
  // A provider calls `/ingress/{channelId}` and knows no tenant.
  'channels_id_key',
  // A public URL contains only its token.
  'files_public_token_key',
];

export function describeConstraintsOfTenants(filled: FilledDatabase): void {
  const rows = async (text: string): Promise<Record<string, unknown>[]> =>
    (await filled.database.pool.query(text)).rows;

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
      const { database, mine, theirs } = filled;
      const { prisma } = database;
      const { tenantId } = mine;
      const attempts = [
        prisma.handle.create({
          data: { tenantId, id: randomUUID(), contactId: theirs.contactId, type: 'email', value: 'a@b.c' },
        }),
        prisma.contactLabel.create({
          data: { tenantId, contactId: mine.contactId, labelId: theirs.labelId },
        }),
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
}
