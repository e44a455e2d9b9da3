import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { declaredStatements } from '@parley/database';
import { useTestDatabase } from '@parley/testkit/hooks';
import { mayDeclareStatements } from '../declared-rows.js';
import { listSources } from '../list-sources.js';
import { listWrittenColumns, type WrittenColumns } from '../list-written-columns.js';
import { readShapes, type TableShape } from '../read-shapes.js';
import { createTestFilter } from '../test-filter.js';

/** Changes after which a record counts as unchanged, by reason. */
const unchanged: Readonly<Record<string, readonly string[]>> = {
  'the state of work on the record, which nobody is shown': [
    'abandon-occurrence-of-schedule: automations',
    'advance-occurrence-of-schedule: automations',
    'begin-occurrence-of-schedule: automations',
    'end-message-leases-of-dead-workers: messages',
    'end-run-leases-of-dead-workers: automation_runs',
    'enqueue-due-template-syncs: channels',
    'mark-used-files: files',
    'move-occurrence-of-schedule: automations',
    'record-channel-failing: channels',
    'record-delivery-attempts: webhooks',
    'record-key-use: api_keys',
    'store-schedule-of-automation: automations',
    'store-template-sync: channels',
  ],
  'the same content in another place or form': [
    'change-place-of-file: files',
    'ensure-public-file-token: files',
    'keep-query-of-segment: campaigns',
    'rewrite-handles: contacts',
    'rewrite-handles: handles',
    'seal-channel: channels',
    'seal-tenant: tenants',
    'seal-webhook: webhooks',
    'set-signing-secret-of-import: tenants',
  ],
  'a record that it refers to is removed or replaced': [
    'empty-chats-of-contact: chats',
    'erase-handles-of-contact: handles',
    'keep-numbers-of-contact: campaign_occurrences',
    'keep-numbers-of-contact: campaigns',
    'move-exports-to-contact: contact_exports',
    'remove-expired-campaign-recipients: campaigns',
    'remove-expired-campaign-sends: campaign_occurrences',
    'remove-expired-campaign-sends: campaigns',
    'remove-expired-messages: chats',
    'remove-messages-by-message_template_id: messages',
    'remove-messages-of-contact: chats',
    'remove-owned-campaign_recipients: campaign_occurrences',
    'remove-owned-campaign_recipients: campaigns',
    'replace-surplus-sends: messages',
  ],
  'the workspace is deleted': ['start-deletion-of-tenant: tenants'],
};

/** Statements that change the end of a lease and keep its token. */
const keepingToken = [
  'end-message-leases-of-dead-workers',
  'end-run-leases-of-dead-workers',
  'extend-message-lease',
  'renew-lease-of-automation-run',
];

const root = resolve(import.meta.dirname, '../../..');
const testDatabase = useTestDatabase();
let shapes: ReadonlyMap<string, TableShape>;
const written: (WrittenColumns & { readonly name: string })[] = [];

beforeAll(async () => {
  shapes = await readShapes(testDatabase.database);
  const sources = listSources(root);
  for (const file of sources.filter(mayDeclareStatements)) await import(file);
  const isOfTests = createTestFilter(root, sources);
  for (const [name, text] of declaredStatements) {
    if (!/\bupdate\b/.test(text) || isOfTests(name)) continue;
    for (const change of await listWrittenColumns(text)) written.push({ name, ...change });
  }
}, 120_000);

describe('a statement that changes a record', () => {
  test('sets the time of the change; exceptions have a reason', () => {
    const found = written.filter(
      ({ table, columns }) => shapes.get(table)?.columns.has('updated_at') && !columns.includes('updated_at'),
    );
    const listed = new Set(found.map(({ name, table }) => `${name}: ${table}`));
    expect([...listed].sort()).toEqual(Object.values(unchanged).flat().sort());
  });

  test('sets the token of a lease together with its end; those that keep the token are listed', () => {
    const found = written.filter(
      ({ table, columns }) =>
        shapes.get(table)?.columns.has('lease_expires_at') &&
        columns.includes('lease_token') !== columns.includes('lease_expires_at'),
    );
    expect(found.map(({ name }) => name).sort()).toEqual(keepingToken);
  });

  test.each([
    ['update chats set status = $1, updated_at = $2', ['status', 'updated_at']],
    [
      'update chats set status = $1, updated_at = case when ($2) is null then chats.updated_at else chats.updated_at end',
      ['status'],
    ],
    ['update chats c set status = $1, updated_at = c.updated_at', ['status']],
    ['update chats set updated_at = case when $1 then $2 else updated_at end where id = $3', ['updated_at']],
    ['update chats set updated_at = batch.updated_at from batch', ['updated_at']],
    ['with old as (update chats set status = $1) select 1', ['status']],
    [
      'insert into chats (id) values ($1) on conflict (id) do update set status = excluded.status',
      ['status'],
    ],
  ])('%s: %j', async (text, columns) => {
    expect(await listWrittenColumns(text)).toEqual([{ table: 'chats', columns }]);
  });
});
