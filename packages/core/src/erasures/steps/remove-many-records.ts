import { runInTransaction, type Statement } from '@parley/database';
import { hasOwnMedia } from '../../files/has-own-media.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { EraseBatch } from './person-to-erase.js';
import { keptResultsSql, lockChats, removePerson } from './remove-person.js';

/**
 * Deletes the records of a person who was only hidden, in batches, and then the contact. For a person whose records were
 * deleted at once, it only notes files.
 */
export const removeManyRecords: EraseBatch = async ({ context, contactId }) => {
  const { database, tenantId, sizes } = context;
  const { deletionBatch } = sizes;
  const key = [tenantId, contactId];
  for (const batch of batches) {
    const [row] = await runInTransaction(database, ({ sql }) => sql(batch, [...key, deletionBatch]));
    // The next batch begins with what is left.
    if (row?.count === deletionBatch) return '';
  }
  await runInTransaction(database, async (transaction) => {
    const [contact] = await transaction.sql(lockContact, key);
    if (contact === undefined) return;
    await transaction.sql(lockChats, key);
    await removePerson(transaction, context, contactId);
  });
  return null;
};

const lockContact = bulkStatement<{ id: string }>(
  'lock-hidden-contact',
  `select id from contacts where tenant_id = $1::uuid and id = $2::uuid for update`,
);

const removeMessages = bulkStatement<{ count: number }>(
  'remove-messages-of-contact',
  `with batch as materialized (
     select message.id, message.chat_id, message.channel_id, message.vendor_id, message.attachments
     from (select id from chats where tenant_id = $1::uuid and contact_id = $2::uuid order by id offset 0) chat
     cross join lateral (
       select * from messages where tenant_id = $1::uuid and chat_id = chat.id limit $3::int
     ) message
     limit $3::int
   ), noted as (
     insert into erased_records (tenant_id, contact_id, id, is_file)
     select $1::uuid, $2::uuid, id, false from batch
     union select $1::uuid, $2::uuid, (attachment ->> 'fileId')::uuid, true
     from batch cross join lateral jsonb_array_elements(attachments) attachment
     where attachment ->> 'fileId' is not null
     on conflict do nothing
   ), early as (
     delete from early_statuses status using batch
     where status.tenant_id = $1::uuid and status.channel_id = batch.channel_id
       and status.vendor_id = batch.vendor_id
   ), emptied as (
     update chats chat set latest_message_id = null from batch
     where chat.tenant_id = $1::uuid and chat.id = batch.chat_id and chat.latest_message_id = batch.id
   ), removed as (
     delete from messages message using batch where message.tenant_id = $1::uuid and message.id = batch.id
   )
   select count(*)::int as count from batch`,
);

const removeNotes = bulkStatement<{ count: number }>(
  'remove-notes-of-contact',
  `with batch as materialized (
     select note.id
     from (select id from chats where tenant_id = $1::uuid and contact_id = $2::uuid order by id offset 0) chat
     cross join lateral (
       select id from chat_notes where tenant_id = $1::uuid and chat_id = chat.id limit $3::int
     ) note
     limit $3::int
   ), noted as (
     insert into erased_records (tenant_id, contact_id, id, is_file)
     select $1::uuid, $2::uuid, id, false from batch on conflict do nothing
   ), removed as (
     delete from chat_notes note using batch where note.tenant_id = $1::uuid and note.id = batch.id
   )
   select count(*)::int as count from batch`,
);

/** The deletion of 500 runs would otherwise delete all their steps in one statement. */
const removeSteps = bulkStatement<{ count: number }>(
  'remove-run-steps-of-contact',
  `with batch as materialized (
     select run.id as run_id, step.number
     from (select id from automation_runs where tenant_id = $1::uuid and contact_id = $2::uuid order by id offset 0) run
     cross join lateral (
       select number from automation_run_steps where tenant_id = $1::uuid and run_id = run.id limit $3::int
     ) step
     limit $3::int
   ), removed as (
     delete from automation_run_steps step using batch
     where step.tenant_id = $1::uuid and step.run_id = batch.run_id and step.number = batch.number
   )
   select count(*)::int as count from batch`,
);

/**
 * Notes the files of messages and runs that were deleted before the person. The contacts that were merged into the person
 * are hidden. Later steps erase the results that mention these files, and the files that nothing else refers to.
 */
const noteReleasedFiles = bulkStatement<{ count: number }>(
  'note-released-files-of-contact',
  `with batch as materialized (
     select distinct released.file_id from released_files released
     where released.tenant_id = $1::uuid and released.contact_id in (
       select $2::uuid union all
       select id from erased_records where tenant_id = $1::uuid and contact_id = $2::uuid and is_hidden
     ) and not exists (
       select from erased_records record
       where record.tenant_id = $1::uuid and record.contact_id = $2::uuid and record.id = released.file_id
     )
     limit $3::int
   ), noted as (
     insert into erased_records (tenant_id, contact_id, id, is_file)
     select $1::uuid, $2::uuid, file_id, true from batch on conflict do nothing
   )
   select count(*)::int as count from batch`,
);

interface OwnedRemoval {
  /** Selects the files of the batch. */
  readonly files?: string;
  /** Other queries over the batch, with a comma behind them. */
  readonly steps?: string;
  /** The last of these queries. PostgreSQL would otherwise delete the rows first, and rows that are deleted are not locked. */
  readonly awaited?: string;
}

/** The deletion of a row of these tables deletes what belongs to it by cascade. */
function removeOwned(
  table: string,
  { files = '', steps = '', awaited = 'batch' }: OwnedRemoval = {},
): Statement<{ count: number }> {
  return bulkStatement(
    `remove-owned-${table}`,
    `with batch as materialized (
       select id from ${table} where tenant_id = $1::uuid and contact_id = $2::uuid limit $3::int
     ), noted as (
       insert into erased_records (tenant_id, contact_id, id, is_file)
       select $1::uuid, $2::uuid, id, false from batch ${files} on conflict do nothing
     ), ${steps} deleted as (
       delete from ${table} owned using batch where owned.tenant_id = $1::uuid and owned.id = batch.id
         and (select count(*) from ${awaited}) >= 0
     )
     select count(*)::int as count from batch`,
  );
}

const mediaOfRuns = `union select $1::uuid, $2::uuid, run.media_file_id, true from automation_runs run
  join batch on run.tenant_id = $1::uuid and run.id = batch.id and ${hasOwnMedia}`;

const batches = [
  noteReleasedFiles,
  removeMessages,
  removeNotes,
  removeSteps,
  removeOwned('automation_runs', { files: mediaOfRuns }),
  removeOwned('campaign_recipients', { steps: `${keptResultsSql},`, awaited: 'removed' }),
];
