import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { declaredStatements } from '@parley/database';
import { useTestDatabase } from '@parley/testkit/hooks';
import { mayDeclareStatements } from '../declared-rows.js';
import { findUnscopedTables } from '../find-unscoped-tables.js';
import { listSources } from '../list-sources.js';
import { createTestFilter } from '../test-filter.js';

/** Tables whose rows a statement reads or changes for all tenants, and why. */
const acrossTenants: Readonly<Record<string, string>> = {
  'count-plain-rows: channels, idempotency_keys, tenants, webhooks': 'a command of the operator',
  'count-stores: files': 'a metric, and a command of the operator',
  'count-waiting-jobs: tenant, waiting_job_counts':
    'counts the jobs of all tenants, and removes counts without jobs',
  'delete-old-inbound-windows: inbound_windows': 'removes windows that have ended',
  'delete-old-rate-limit-windows: rate_limit_windows': 'removes windows that have ended',
  'end-message-leases-of-dead-workers: messages': 'a dead worker has worked for any tenant',
  'end-run-leases-of-dead-workers: automation_runs': 'a dead worker has worked for any tenant',
  'enqueue-due-template-syncs: channel, tenant': 'finds the due work of all tenants',
  'enqueue-lost-erasures: erasures': 'finds the lost work of all tenants',
  'enqueue-overdue-deliveries: unfinished_deliveries': 'finds the lost work of all tenants',
  'expire-api_usage: api_usage': 'maintenance, in small batches',
  'expire-contact_exports: contact_exports': 'maintenance, in small batches',
  'expire-early_statuses: early_statuses': 'maintenance, in small batches',
  'expire-idempotency_keys: idempotency_keys': 'maintenance, in small batches',
  'expire-inbound_windows: inbound_windows': 'maintenance, in small batches',
  'expire-rate_limit_windows: rate_limit_windows': 'maintenance, in small batches',
  'expire-upload_chunks: upload_chunks': 'maintenance, in small batches',
  'export-api-usage: key, tenant, used': 'a command of the operator',
  'find-configured-channel: channel, tenant':
    'the id of the channel is the only thing that the request of a provider names',
  'find-files-to-move: files': 'a command of the operator',
  'find-longest-event-retention: tenant': 'a partition has the events of all tenants',
  'find-public-file: files': 'the token of a public file is the only thing that its reader knows',
  'find-tenant-to-import: tenants': 'a command of the operator; another tenant may have the same slug',
  'find-tenant-weights: tenant': 'the weights of all tenants in the queue',
  'fold-campaign-results: campaign_result_changes': 'maintenance of all counts',
  'fold-stored-bytes: stored_byte_changes': 'maintenance of all counts',
  'has-files-in-object-storage: files': 'a check at the start of a process',
  'list-key-uses: data_keys': 'a command of the operator',
  'list-retentions: tenants': 'maintenance of all tenants',
  'list-stored-handles: handle, tenant': 'a command of the operator, for one tenant or all',
  'list-tenants-with-new-messages: tenant': 'finds the due work of all tenants',
  'lock-outdated-data-keys: data_keys': 'a command of the operator',
  'lock-plain-channels: channels': 'a command of the operator',
  'lock-plain-results: idempotency_keys': 'a command of the operator',
  'lock-plain-tenants: tenants': 'a command of the operator',
  'lock-plain-webhooks: webhooks': 'a command of the operator',
  'recount-stored-bytes: files, stored_byte_changes': 'maintenance of all counts',
  'recover-deliveries: unfinished_deliveries': 'a dead worker has worked for any tenant',
  'reset-retention-default: tenant': 'a command of the operator, for all tenants',
  'sample-data-keys: data_keys': 'a check at the start of a process',
  'set-retention-default: tenant': 'a command of the operator, for all tenants',
  'store-dead-letter: tenants': 'the tenant is a part of the payload, if the job has one',
};

const root = resolve(import.meta.dirname, '../../..');
const testDatabase = useTestDatabase();
let tables: ReadonlySet<string>;

beforeAll(async () => {
  const { rows } = await testDatabase.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id')`,
  );
  tables = new Set(rows.map(({ name }) => name));
}, 120_000);

const find = (text: string) => findUnscopedTables(text, (name) => tables.has(name));

describe('a statement on tables of tenants', () => {
  test('names the tenant for each of them, so that it can never reach another one; exceptions have a reason', async () => {
    const sources = listSources(root);
    for (const file of sources.filter(mayDeclareStatements)) await import(file);
    const isOfTests = createTestFilter(root, sources);
    const found: string[] = [];
    for (const [name, text] of declaredStatements) {
      const unscoped = isOfTests(name) ? [] : await find(text);
      if (unscoped.length > 0) found.push(`${name}: ${[...new Set(unscoped)].sort().join(', ')}`);
    }
    expect(declaredStatements.size).toBeGreaterThan(250);
    expect(found.sort()).toEqual(Object.keys(acrossTenants).sort());
  });

  test.each([
    ['select 1 from chats chat where chat.id = $1::uuid', ['chat']],
    ['select 1 from chats where tenant_id = $1::uuid and id = $2::uuid', []],
    ['select 1 from chats where ($1::uuid is null) is not null and id = $2::uuid', ['chats']],
    ['select 1 from chats where tenant_id <> $1::uuid', ['chats']],
    ['delete from chats where id in (select id from messages where tenant_id = $1::uuid)', ['chats']],
    ['select 1 from chats c join messages m on m.chat_id = c.id where c.tenant_id = $1::uuid', ['m']],
    ['select 1 from chats c join messages m on m.tenant_id = c.tenant_id where c.tenant_id = $1::uuid', []],
    ['with old as (delete from chats) select 1 where $1::uuid is null', ['chats']],
    ['update chats chat set status = $2 from messages m where chat.tenant_id = $1 and m.id = chat.id', ['m']],
    ['select 1 from chats where tenant_id = $1 union all select 2 from messages', ['messages']],
    ['select exists (select from labels where id = $1::uuid)', ['labels']],
    ['update chats set status = $2 from (select ctid as place) found where chats.ctid = found.place', []],
    ['select 1 from chats c join messages m on m.tenant_id = c.tenant_id where c.id = $2', ['c', 'm']],
    ['select 1 from chats c join messages m using (tenant_id) where c.id = $2', ['c', 'm']],
    ['select 1 from chats c join messages m using (tenant_id) where tenant_id = $1', []],
    [
      'select 1 from chats c left join messages m on m.tenant_id = c.tenant_id and c.tenant_id = $1',
      ['c', 'm'],
    ],
    ['select 1 from chats c left join messages m on m.tenant_id = c.tenant_id where c.tenant_id = $1', []],
    ['select 1 from chats c join tenants t on t.id = c.tenant_id where c.id = $2', ['c', 't']],
    ['select 1 from tenants where ($1::uuid is null) is not null', ['tenants']],
    ['select 1 from chats c join tenants t on t.id = c.tenant_id where t.id = $1', []],
    ['select 1 from chats where tenant_id = $1 or id = $2', ['chats']],
    ['select 1 from chats where not (tenant_id = $1)', ['chats']],
    ['select 1 from chats where tenant_id is distinct from $1', ['chats']],
    ['select 1 from chats where tenant_id not in ($1, $2)', ['chats']],
    ['select 1 from chats where (tenant_id = $1) is not true', ['chats']],
    ['select 1 from chats where tenant_id = coalesce($1, tenant_id)', ['chats']],
    ['select 1 from chats where tenant_id = tenant_id', ['chats']],
    ['select 1 from chats where (tenant_id, id) = ($1, $2)', []],
    [
      'select 1 from chats c where tenant_id in (select m.tenant_id from messages m where m.tenant_id = c.tenant_id)',
      ['c'],
    ],
    ['update chats c set status = $2 from messages m where m.tenant_id = c.tenant_id', ['c', 'm']],
    ['merge into chats c using messages m on m.id = c.id when matched then delete', ['c', 'm']],
    [
      'merge into chats c using (select $1::uuid as tenant) n on c.tenant_id = n.tenant when matched then delete',
      [],
    ],
    [
      `merge into chats c using (select $1::uuid as tenant) n on c.tenant_id = n.tenant
       when not matched by source then delete`,
      ['c'],
    ],
    ['insert into chats (tenant_id, id) values ($1, $2) on conflict do nothing', []],
    ['insert into chats (id) values ($2) on conflict (id) do update set status = $3', ['chats']],
    ['insert into chats (id) values ($2) on conflict (tenant_id, id) do update set status = $3', []],
    [
      `insert into chats (id) values ($2) on conflict (id) do update set status = $3
       where chats.tenant_id = excluded.tenant_id`,
      [],
    ],
  ])('%s: %j', async (text, unscoped) => {
    expect(await find(text)).toEqual(unscoped);
  });
});
