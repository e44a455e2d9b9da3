import { statement } from '@parley/database';
import { keptNumbersSql, keptRecipientsSql } from '../../campaigns/kept-numbers-sql.js';
import { hasOccurredSql } from '../../campaigns/lock-campaign.js';
import type { Context } from '../../context.js';
import { hasOwnMedia } from '../../files/has-own-media.js';
import { bulkStatement, opaqueTenant } from '../../sql/bulk-statement.js';
import type { Transaction } from '../../sql/transact.js';

/** No message can be added to a chat while it is locked. */
export const lockChats = statement<{ id: string }>(
  'lock-chats-to-erase',
  `select id from chats where tenant_id = $1::uuid and contact_id = $2::uuid order by id for update`,
);

const ownChats = `lateral (
  select id from chats where tenant_id = tenant.id and contact_id = $2::uuid offset 0
) chat`;

const ownMessages = `tenant cross join ${ownChats} cross join lateral (
  select id, channel_id, vendor_id, attachments from messages where tenant_id = tenant.id and chat_id = chat.id offset 0
) message`;

const ownNotes = `tenant cross join ${ownChats} cross join lateral (
  select id from chat_notes where tenant_id = tenant.id and chat_id = chat.id offset 0
) note`;

function owned(table: string): string {
  return `tenant cross join lateral (
    select id from ${table} where tenant_id = tenant.id and contact_id = $2::uuid offset 0
  ) own`;
}

const ownSteps = `${owned('automation_runs')} cross join lateral (
  select number from automation_run_steps where tenant_id = tenant.id and run_id = own.id offset 0
) step`;

const ownSends = `${owned('campaign_recipients')} cross join lateral (
  select id from campaign_sends where tenant_id = tenant.id and recipient_id = own.id offset 0
) send`;

/** Also counts the rows that are deleted by cascade. It reads no more rows than the limit, and one more. */
export const hasManyRecords = bulkStatement<{ hasMany: boolean }>(
  'has-contact-many-records',
  `with ${opaqueTenant}
   select exists (
     select from (
       select from ${ownMessages}
       union all select from ${ownNotes}
       union all select from ${owned('automation_runs')}
       union all select from ${owned('campaign_recipients')}
       union all select from ${ownSteps}
       union all select from ${ownSends}
     ) record offset $3::int
   ) as "hasMany"`,
);

/**
 * Deletes a contact with all its records, and stores their ids for the job. The caller must have locked the contact and
 * its chats.
 */
export async function removePerson(
  { sql }: Transaction,
  { tenantId }: Pick<Context, 'tenantId'>,
  contactId: string,
): Promise<void> {
  const key = [tenantId, contactId];
  await sql(noteRecords, key);
  await sql(removeEarlyStatuses, key);
  await sql(keepNumbers, key);
  await sql(remove, key);
}

const noteRecords = bulkStatement(
  'note-erased-records',
  `with ${opaqueTenant}
   insert into erased_records (tenant_id, contact_id, id, is_file)
   select $1::uuid, $2::uuid, record.id, record.is_file from (
     select $2::uuid as id, false as is_file
     union select own.id, false from ${owned('handles')}
     union select own.id, false from ${owned('chats')}
     union select own.id, false from ${owned('contact_exports')}
     union select message.id, false from ${ownMessages}
     union select note.id, false from ${ownNotes}
     union select (attachment ->> 'fileId')::uuid, true
       from ${ownMessages} cross join lateral jsonb_array_elements(message.attachments) attachment
       where attachment ->> 'fileId' is not null
     union select own.id, false from ${owned('automation_runs')}
     union select run.media_file_id, true from ${owned('automation_runs')}
       join automation_runs run on run.tenant_id = tenant.id and run.id = own.id and ${hasOwnMedia}
     union select own.id, false from ${owned('campaign_recipients')}
     union select send.id, false from ${ownSends}
   ) record
   on conflict do nothing`,
);

/** A status that arrived for a message whose id was not stored yet. */
const removeEarlyStatuses = bulkStatement(
  'remove-early-statuses-of-contact',
  `with ${opaqueTenant}
   delete from early_statuses status using ${ownMessages}
   where status.tenant_id = $1::uuid and status.channel_id = message.channel_id
     and status.vendor_id = message.vendor_id`,
);

/**
 * SQL queries over `batch`, which are recipients that are about to be deleted: the numbers of the campaign stay, and say
 * nothing about a person. A campaign without an occurrence has no results yet, so its recipients just leave it.
 *
 * The rows are locked, so that one that the retention has just removed and counted is not counted again, and the status
 * that was just recorded counts. The messages are locked before their sends, as by the statement that records a status.
 */
export const keptResultsSql = `leaving as (
    select recipient.tenant_id, recipient.id, recipient.campaign_id
    from batch join campaign_recipients recipient on recipient.tenant_id = $1::uuid and recipient.id = batch.id
    join campaigns campaign on campaign.tenant_id = recipient.tenant_id and campaign.id = recipient.campaign_id
    where ${hasOccurredSql('campaign')} for update of recipient
  ), ${keptRecipientsSql}, written as materialized (
    select message.id from leaving cross join lateral (
      select message_id from campaign_sends where tenant_id = leaving.tenant_id and recipient_id = leaving.id offset 0
    ) send cross join lateral (
      select id from messages where tenant_id = leaving.tenant_id and id = send.message_id offset 0 for no key update
    ) message
  ), removed as materialized (
    select send.* from (select * from leaving where (select count(*) from written) >= 0 offset 0) leaving
    cross join lateral (
      select * from campaign_sends where tenant_id = leaving.tenant_id and recipient_id = leaving.id offset 0 for update
    ) send
  ), ${keptNumbersSql}`;

const keepNumbers = bulkStatement(
  'keep-numbers-of-contact',
  `with ${opaqueTenant}, batch as materialized (select own.id from ${owned('campaign_recipients')}), ${keptResultsSql}
   select count(*)::int as count from removed`,
);

const remove = statement(
  'remove-contact',
  `delete from contacts where tenant_id = $1::uuid and id = $2::uuid`,
);
