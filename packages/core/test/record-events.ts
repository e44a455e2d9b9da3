import { statement } from '@parley/database';
import type { Context } from '../src/context.js';
import type { EventType, LegacyEventType } from '../src/events/event-type.js';
import { recordingSql } from '../src/events/recording-sql.js';
import { newId } from '../src/ids.js';
import type { Transaction } from '../src/sql/transact.js';

export interface NewEvent {
  readonly type: EventType;
  /** The legacy type of the same event, if there is one. */
  readonly legacyType: LegacyEventType | null;
  readonly channelId: string | null;
  readonly chatId: string | null;
  readonly contactId: string | null;
  /** The domain record that a presenter turns into the body of each version. */
  readonly data: object;
}

/** Records events with the given data, where the service itself selects the data with a query. */
export async function recordEvents(
  { sql }: Transaction,
  { tenantId, now }: Context,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ id: newId(), ...event }));
  await sql(record, [tenantId, now(), JSON.stringify(rows)]);
}

const record = statement(
  'record-events',
  recordingSql(
    `select id, type, "legacyType" as legacy_type, "channelId" as channel_id, "chatId" as chat_id,
       "contactId" as contact_id, data
     from json_to_recordset($3::json) as event(id uuid, type text, "legacyType" text, "channelId" uuid,
       "chatId" uuid, "contactId" uuid, data json)`,
  ),
);
