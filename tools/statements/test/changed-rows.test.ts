import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { declaredStatements } from '@parley/database';
import { mayDeclareStatements } from '../declared-rows.js';
import { listChangedRows } from '../list-changed-rows.js';
import { listSources } from '../list-sources.js';
import { createTestFilter } from '../test-filter.js';

/** The record has no `id` of its own; these columns identify it. */
const byAnotherKey = [
  'adopt-object: loose_objects by key',
  'choose-least-busy-member: team_members by team_id, user_id',
  'choose-member-by-turn: team_members by team_id, user_id',
  'claim-early-statuses: early_statuses by channel_id, vendor_id',
  'claim-loose-objects: loose_objects by key',
  'claim-turn: usage_counts by name',
  'complete-erasure: erasures by contact_id',
  'discard-loose-objects: loose_objects by key',
  'end-attempts-to-send: early_statuses by channel_id, vendor_id',
  'end-turn: usage_counts by name',
  'erase-idempotency-results: idempotency_keys by key',
  'erase-some-responses-to-erased-events: delivery_attempts by delivery_id, number',
  'forget-leaving-objects: loose_objects by key',
  'forget-loose-objects: loose_objects by key',
  'keep-data-migration: data_migrations by name',
  'pause-workers-unless-resumed: installation by resumes',
  'record-progress-of-words: message_word_progress by language',
  'remove-contact-label: contact_labels by contact_id, label_id',
  'remove-early-statuses-of-contact: early_statuses by channel_id, vendor_id',
  'remove-messages-of-contact: early_statuses by channel_id, vendor_id',
  'remove-run-steps-of-contact: automation_run_steps by number, run_id',
  'replace-handles: handles by contact_id, type, value',
  'reset-retention-default: retention_defaults by kind',
  'seal-result: idempotency_keys by key',
  'write-attribute-values: attribute_values by attribute_id, contact_id',
];

/** All rows that belong to a record, or to a state of it. */
const byOwner = [
  'abandon-campaign: campaign_occurrences by campaign_id',
  'adopt-upload: upload_chunks by upload_id',
  'cancel-campaign-sends: campaign_sends by campaign_id, status',
  'cancel-campaigns: campaign_occurrences by campaign_id',
  'cancel-deliveries-of-erased-events: deliveries by event_id, status',
  'cancel-runs-of-contact: automation_runs by contact_id, status',
  'close-automation-run-step: automation_run_steps by position, run_id',
  'discard-upload: upload_chunks by upload_id',
  'empty-chats-of-contact: chats by contact_id',
  'erase-handles-of-contact: handles by contact_id',
  'erase-responses-to-erased-events: delivery_attempts by delivery_id',
  'fail-campaign: campaign_occurrences by campaign_id',
  'fail-resolving-campaign: campaign_occurrences by campaign_id',
  'finish-campaign-occurrences: campaign_occurrences by campaign_id',
  'forget-erased-records: erased_records by contact_id',
  'forget-releases-of-files: released_files by file_id',
  'keep-query-of-segment: campaigns by segment_id',
  'move-exports-to-contact: contact_exports by contact_id',
  'move-handles-to-contact: handles by contact_id',
  'move-merged-ids-to-contact: merged_contacts by merged_into',
  'move-recipients-to-contact: campaign_recipients by contact_id',
  'move-runs-to-contact: automation_runs by contact_id',
  'move-sends-to-recipient: campaign_sends by recipient_id',
  'remove-attribute-values-of-contact: attribute_values by contact_id',
  'remove-campaign-recipients: campaign_recipients by campaign_id',
  'remove-chunks-of-file: file_contents by file_id',
  'remove-expired-events: deliveries by event_id',
  'remove-exports-of-contact: contact_exports by contact_id',
  'remove-labels-of-contact: contact_labels by contact_id',
  'remove-other-members-of-team: team_members by team_id',
  'replace-surplus-sends: messages by campaign_send_id',
];

const acrossRecords: Readonly<Record<string, string>> = {
  'count-waiting-jobs: waiting_job_counts by nothing': 'removes counts without jobs',
  'delete-old-inbound-windows: inbound_windows by nothing': 'removes windows that have ended',
  'delete-old-rate-limit-windows: rate_limit_windows by nothing': 'removes windows that have ended',
  'remove-dead-jobs-of-tenant: dead_jobs by nothing': 'the workspace is deleted',
  'remove-dead-workers: workers by nothing': 'finds workers by the time of their last sign of life',
  'remove-jobs-of-tenant: _private_jobs by nothing': 'the workspace is deleted',
  'rewrap-data-key: data_keys by nothing': 'a tenant has one key',
};

const root = resolve(import.meta.dirname, '../../..');

describe('a statement that changes or deletes rows', () => {
  test('names the record by its id; others are listed with the columns that choose their rows', async () => {
    const sources = listSources(root);
    for (const file of sources.filter(mayDeclareStatements)) await import(file);
    const isOfTests = createTestFilter(root, sources);
    const found: string[] = [];
    for (const [name, text] of declaredStatements) {
      if (!/\b(?:update|delete)\b/.test(text) || isOfTests(name)) continue;
      for (const { table, columns } of await listChangedRows(text)) {
        const chosenBy = columns.filter((column) => column !== 'tenant_id').join(', ');
        const isById = columns.includes('id') || columns.includes('ctid');
        if (!isById) found.push(`${name}: ${table} by ${chosenBy || 'nothing'}`);
      }
    }
    const listed = [...byAnotherKey, ...byOwner, ...Object.keys(acrossRecords)];
    expect(found.sort()).toEqual(listed.sort());
  });

  test.each([
    ['update chats set status = $3 where tenant_id = $1 and id = $2', ['id', 'tenant_id']],
    ['update chats set status = $3 where tenant_id = $1 and ($2::uuid is null) is not null', ['tenant_id']],
    ['update chats set status = $3 where tenant_id = $1 and id <> $2', ['tenant_id']],
    ['delete from chats where tenant_id = $1 and id = any ($2)', ['id', 'tenant_id']],
    ['delete from chats where tenant_id = $1 and id <> all ($2)', ['tenant_id']],
    ['delete from chats where tenant_id = $1 and id in (select chat_id from messages)', ['id', 'tenant_id']],
    ['delete from chats where tenant_id = $1 or id = $2', []],
    ['update chats chat set a = 1 from batch where chat.id = batch.id', ['id']],
    ['update chats chat set a = 1 from batch where batch.id = $1', []],
    ['with old as (delete from chats where (tenant_id, id) in (select 1, 2)) select 1', ['id', 'tenant_id']],
  ])('%s: %j', async (text, columns) => {
    expect(await listChangedRows(text)).toEqual([{ table: 'chats', columns }]);
  });
});
