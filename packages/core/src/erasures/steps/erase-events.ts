import { firstIdAt, runInTransaction } from '@parley/database';
import type { Context } from '../../context.js';
import { endSomeErasedDeliveries } from '../../events/end-erased-deliveries.js';
import { erasedData, isDeletion } from '../../events/erased-event.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { EraseBatch } from './person-to-erase.js';

/** The number of events that one statement reads. */
const batchSize = 1_000;

/**
 * Erases the data of the events about a person, the stored responses of their receivers and the errors of attempts, and
 * cancels their deliveries. The events of the tenant are read in the order of their ids, so that the table needs no index
 * for this.
 *
 * The deliveries of erased events are ended in transactions of their own, because there can be many for each event. After an
 * interruption, the batch begins again and finds those that are left.
 */
export const eraseEvents: EraseBatch = async ({ context, contactId }, after) => {
  const { database, tenantId } = context;
  const key = [tenantId, contactId];
  const begin = after ?? firstEventOf(await findOldestId(context, contactId));
  const [batch] = await runInTransaction(database, ({ sql }) => sql(erase, [...key, begin]));
  const areMore = await endSomeErasedDeliveries(context, batch?.erasedIds ?? []);
  return areMore ? begin : (batch?.lastId ?? null);
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

/** Waits for the resends of an event, which lock it, and does not write an event twice. */
const erase = bulkStatement<{ lastId: string | null; erasedIds: string[] }>(
  'erase-events',
  `with batch as materialized (
     select id, type, contact_id, chat_id from events where tenant_id = $1::uuid and id > $3::uuid
     order by id limit ${batchSize}
   ), own as materialized (
     select id from batch
     where not ${isDeletion('batch')} and (contact_id = $2::uuid or exists (
       select from erased_records record
       where record.tenant_id = $1::uuid and record.contact_id = $2::uuid and record.id in (batch.chat_id, batch.contact_id)
     ))
   ), erased as (
     update events event set data = ${erasedData}
     from own where event.tenant_id = $1::uuid and event.id = own.id and event.data <> ${erasedData}
   )
   select (select id from batch order by id desc limit 1) as "lastId", array(select id::text from own) as "erasedIds"`,
);
