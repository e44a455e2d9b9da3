import { statement } from '@parley/database';
import type { Context } from '../context.js';
import { endErasedDeliveries } from '../events/end-erased-deliveries.js';
import { erasedData } from '../events/erased-event.js';
import type { Transaction } from '../sql/transact.js';

/** Erases the data of the events of all notes of a chat. The caller must have locked the chat. */
export async function eraseNoteEventsOf(
  { sql }: Transaction,
  context: Context,
  chatId: string,
): Promise<void> {
  const notes = await sql(listEvents, [context.tenantId, chatId]);
  const eventIds = notes.map(({ eventId }) => eventId);
  await eraseNoteEvents({ sql }, context, eventIds);
}

/** Erases the data of the events of deleted notes, which contains their texts. */
export async function eraseNoteEvents(
  { sql }: Pick<Transaction, 'sql'>,
  context: Context,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql(eraseData, [context.tenantId, eventIds]);
  await endErasedDeliveries({ sql }, context, eventIds);
}

const listEvents = statement<{ eventId: string }>(
  'list-events-of-notes',
  `select event_id as "eventId" from chat_notes where tenant_id = $1::uuid and chat_id = $2::uuid`,
);

const eraseData = statement(
  'erase-events-of-notes',
  `update events set data = ${erasedData}
   where tenant_id = $1::uuid and id = any ($2::uuid[]) and data <> ${erasedData}`,
);
