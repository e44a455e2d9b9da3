import { firstIdAt, runInTransaction } from '@parley/database';
import { endErasedDeliveries } from '../../events/end-erased-deliveries.js';
import { erasedData, isDeletion } from '../../events/erased-event.js';
import { bulkStatement } from '../../sql/bulk-statement.js';
import type { PersonToErase } from './person-to-erase.js';

/** The number of events that one statement reads. */
const batchSize = 1_000;

/**
 * Erases the data of the events about a person, the stored responses of their receivers and the errors of attempts, and
 * cancels their deliveries. The events of the tenant are read in the order of their ids, so that the table needs no index
 * for this.
 */
export async function eraseEvents({ context, contactId }: PersonToErase): Promise<void> {
  const { database, tenantId } = context;
  const key = [tenantId, contactId];
  const [first] = await database.sql(findFirstRecord, key);
  const oldestId = first !== undefined && first.id < contactId ? first.id : contactId;
  for (let after: string | null = firstEventOf(oldestId); after !== null; ) {
    const cursor: string = after;
    after = await runInTransaction(database, async ({ sql }) => {
      const [batch] = await sql(erase, [...key, cursor]);
      const erased = batch?.erasedIds ?? [];
      await endErasedDeliveries({ sql }, context, erased);
      return batch?.lastId ?? null;
    });
  }
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
     returning event.id
   )
   select (select id from batch order by id desc limit 1) as "lastId", array(select id::text from erased) as "erasedIds"`,
);
