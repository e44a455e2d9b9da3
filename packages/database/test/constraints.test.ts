import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { useResource, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { readSchema } from '../scripts/schema-engine/read-schema.js';
import { describeConstraintsOfTenants } from './constraints-of-tenants.js';
import { type FilledTenant, fillTenant } from './support/fill-tenant.js';

const { database } = useTestDatabase();
const mine = useResource(() => fillTenant(database.prisma));
const theirs = useResource(() => fillTenant(database.prisma));

describeConstraintsOfTenants({ database, mine, theirs });

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
    ['a user’s externalId', 'users', 'tenant_id, id, external_id, name', '$1, $2, external_id, name'],
    ['a team’s externalId', 'teams', 'tenant_id, id, external_id, name', '$1, $2, external_id, name'],
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
