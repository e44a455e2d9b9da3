import { beforeEach, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../testkit/src/hooks/index.js';
import { type FilledTenant, fillTenant } from './support/fill-tenant.js';

const { database } = useTestDatabase();
let tenant: FilledTenant;

beforeEach(async () => {
  tenant = await fillTenant(database.prisma);
});

describe('deleting', () => {
  test('deleting a tenant deletes its rows in every table, and no row of other tenants', async () => {
    const other = await fillTenant(database.prisma);
    const before = await countRows(tenant.tenantId);
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
    await database.prisma.tenant.delete({ where: { id: tenant.tenantId } });
    const after = await countRows(tenant.tenantId);
    expect(Object.entries(after).filter(([, rows]) => rows > 0)).toEqual([]);
    expect(await countRows(other.tenantId)).toEqual(before);
  });

  test('deleting a contact deletes all data about the person, but no event and no campaign', async () => {
    await remove('contacts', tenant.contactId);
    expect(await lostTables()).toEqual([
      'attribute_values',
      'automation_run_steps',
      'automation_runs',
      'campaign_recipients',
      'campaign_sends',
      'chat_notes',
      'chat_states',
      'chats',
      'contact_exports',
      'contact_labels',
      'contacts',
      'handles',
      'merged_contacts',
      'message_words',
      'messages',
    ]);
  });

  test('deleting a chat deletes its messages and notes; its run and its campaign recipient stay without a chat', async () => {
    await remove('chats', tenant.chatId);
    expect(await lostTables()).toEqual(['chat_notes', 'chat_states', 'chats', 'message_words', 'messages']);
    const { tenantId, runId, sendId } = tenant;
    const run = await database.prisma.automationRun.findUnique({
      where: { tenantId_id: { tenantId, id: runId } },
    });
    expect(run).toMatchObject({ tenantId, chatId: null });
    const send = await database.prisma.campaignSend.findUnique({
      where: { tenantId_id: { tenantId, id: sendId } },
    });
    expect(send).toMatchObject({ messageId: null, status: 'sent' });
  });

  test('deleting a channel deletes its chats and campaigns; the contacts stay', async () => {
    await remove('channels', tenant.channelId);
    expect(await lostTables()).toEqual([
      'automation_run_steps',
      'automation_runs',
      'campaign_occurrences',
      'campaign_recipients',
      'campaign_result_changes',
      'campaign_sends',
      'campaigns',
      'channel_paces',
      'channels',
      'chat_notes',
      'chat_states',
      'chats',
      'early_statuses',
      'message_words',
      'messages',
    ]);
  });

  test('deleting a message template keeps the messages and campaigns that used it', async () => {
    await remove('message_templates', tenant.messageTemplateId);
    expect(await lostTables()).toEqual(['message_templates']);
    const { tenantId, messageId } = tenant;
    const message = await database.prisma.message.findUnique({
      where: { tenantId_id: { tenantId, id: messageId } },
    });
    expect(message).toMatchObject({ tenantId, messageTemplateId: null, text: 'Hello' });
  });

  test('deleting a webhook deletes its deliveries; the events stay', async () => {
    await remove('webhooks', tenant.webhookId);
    expect(await lostTables()).toEqual([
      'deliveries',
      'delivery_attempts',
      'unfinished_deliveries',
      'unsuccessful_deliveries',
      'webhook_events',
      'webhooks',
    ]);
  });

  test('deleting an automation deletes its runs and campaigns; the messages stay', async () => {
    await remove('automations', tenant.automationId);
    expect(await lostTables()).toEqual([
      'automation_run_steps',
      'automation_runs',
      'automation_versions',
      'automations',
      'campaign_occurrences',
      'campaign_recipients',
      'campaign_result_changes',
      'campaign_sends',
      'campaigns',
    ]);
  });

  test('deleting a handle that a chat uses is refused', async () => {
    await expect(remove('handles', tenant.handleId)).rejects.toThrow(
      'chats_tenant_id_contact_id_handle_id_fkey',
    );
  });
});

async function remove(table: string, id: string): Promise<void> {
  const result = await database.pool.query(`delete from ${table} where tenant_id = $1 and id = $2`, [
    tenant.tenantId,
    id,
  ]);
  expect(result.rowCount).toBe(1);
}

async function lostTables(): Promise<string[]> {
  const rows = await countRows(tenant.tenantId);
  return Object.keys(rows).filter((table) => rows[table] === 0);
}

async function countRows(tenantId: string): Promise<Record<string, number>> {
  const tables = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE'
       and not (select relispartition from pg_class where oid = table_name::regclass) order by 1`,
  );
  const counts = tables.rows.map(async ({ name }): Promise<[string, number]> => {
    const count = await database.pool.query<{ rows: number }>(
      `select count(*)::int as rows from ${name} where tenant_id = $1`,
      [tenantId],
    );
    return [name, count.rows[0]?.rows ?? 0];
  });
  return Object.fromEntries(await Promise.all(counts));
}
