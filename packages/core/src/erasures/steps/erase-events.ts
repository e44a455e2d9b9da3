import { firstIdAt, runInTransaction } from '@parley/database';
import type { Context } from '../../context.js';
import {
  endErasedDeliveries,
  endSomeDeliveries,
  eraseSomeResponses,
} from '../../events/end-erased-deliveries.js';
import { erasedData, isDeletion } from '../../events/erased-event.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { EraseBatch } from './person-to-erase.js';
import { uuid } from './uuid-pattern.js';

/**
 * Erases the data of the events about a person, the stored responses of their receivers and the errors of attempts, and
 * cancels their deliveries. It notes the files of the messages before. The events of the tenant are read in the order of their
 * ids, so that the table needs no index for this.
 *
 * The events of deletions keep their data, which has ids only, and are still delivered. A receiver may have responded to one
 * with data of the person, so the responses are erased too.
 *
 * There can be many deliveries for each event, so most of them are ended before, in transactions of their own. The data is erased
 * in one transaction with the end of the deliveries that are left: a worker would send erased data. After an interruption, the
 * batch begins again and finds those that are left.
 */
export const eraseEvents: EraseBatch = async ({ context, contactId }, after) => {
  const { database, tenantId, sizes } = context;
  const begin = after ?? firstEventOf(await findOldestId(context, contactId));
  const values = [tenantId, contactId, begin, sizes.erasureBatch];
  const [batch] = await runInTransaction(database, ({ sql }) => sql(find, values));
  if (batch === undefined) return null;
  const { lastId, ownIds, deletionIds } = batch;
  if (await endSomeDeliveries(context, ownIds)) return begin;
  if (await eraseSomeResponses(context, deletionIds)) return begin;
  if (ownIds.length === 0) return lastId;
  await runInTransaction(database, async ({ sql }) => {
    await sql(noteFiles, [tenantId, contactId, ownIds]);
    await sql(erase, [tenantId, ownIds]);
    await endErasedDeliveries({ sql }, context, ownIds);
  });
  return lastId;
};

async function findOldestId({ database, tenantId }: Context, contactId: string): Promise<string> {
  const [first] = await database.sql(findFirstRecord, [tenantId, contactId]);
  return first !== undefined && first.id < contactId ? first.id : contactId;
}

/** A contact that was merged into the person, and its chats, can be older than the person. */
const findFirstRecord = bulkStatement<{ id: string }>(
  'find-first-erased-record',
  `select id from erased_records where tenant_id = $1::uuid and contact_id = $2::uuid and not is_file
   order by id limit 1`,
);

/** An event is younger than its contact and its chats. The clocks of the processes that created them may differ. */
function firstEventOf(oldestId: string): string {
  const createdAtMs = Number.parseInt(oldestId.replaceAll('-', '').slice(0, 12), 16);
  return firstIdAt(new Date(Math.max(0, createdAtMs - 24 * 60 * 60 * 1_000)));
}

const find = bulkStatement<{ lastId: string | null; ownIds: string[]; deletionIds: string[] }>(
  'find-events-to-erase',
  `with batch as materialized (
     select id, type, contact_id, chat_id from events where tenant_id = $1::uuid and id > $3::uuid
     order by id limit $4::int
   ), own as materialized (
     select id::text, ${isDeletion('batch')} as is_deletion from batch
     where contact_id = $2::uuid or exists (
       select from erased_records record
       where record.tenant_id = $1::uuid and record.contact_id = $2::uuid and record.id in (batch.chat_id, batch.contact_id)
     )
   )
   select (select id from batch order by id desc limit 1) as "lastId",
     array(select id from own where not is_deletion) as "ownIds",
     array(select id from own where is_deletion) as "deletionIds"`,
);

/** Messages that were deleted before the person, with their chat or by the retention, are only in the events. */
const noteFiles = bulkStatement(
  'note-files-of-erased-events',
  `insert into erased_records (tenant_id, contact_id, id, is_file)
   select $1::uuid, $2::uuid, (file.id #>> '{}')::uuid, true
   from events cross join lateral jsonb_path_query(data, '$.**.attachments[*].fileId') as file(id)
   where tenant_id = $1::uuid and events.id = any ($3::uuid[]) and file.id #>> '{}' ~ '^${uuid}$'
   on conflict do nothing`,
);

/** Waits for the resends of an event, which lock it, and does not write an event twice. */
const erase = bulkStatement(
  'erase-events',
  `update events set data = ${erasedData}
   where tenant_id = $1::uuid and id = any ($2::uuid[]) and data <> ${erasedData}`,
);
