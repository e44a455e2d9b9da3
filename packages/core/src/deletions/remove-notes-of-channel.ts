import { runInTransaction } from '@parley/database';
import { eraseNoteEvents } from '../chats/erase-note-events.js';
import type { Context } from '../context.js';
import { isId } from '../ids.js';
import { sizedStatement } from '../sql/sized-statement.js';

/** Removes the notes of the chats of a channel, and the data of their events, in batches. */
export async function removeNotesOfChannel(context: Context, channelId: string): Promise<void> {
  if (!isId(channelId)) return;
  const { sizes } = context;
  for (let removed = sizes.deletionBatch; removed === sizes.deletionBatch; ) {
    removed = await runInTransaction(context.database, async ({ sql }) => {
      const notes = await sql(remove(sizes), [context.tenantId, channelId]);
      const eventIds = notes.map(({ eventId }) => eventId);
      await eraseNoteEvents({ sql }, context, eventIds);
      return notes.length;
    });
  }
}

const remove = sizedStatement<{ eventId: string }>(
  'remove-notes-of-channel',
  ({ deletionBatch }) => `delete from chat_notes note using (
     select own.id from chats chat
     join chat_notes own on own.tenant_id = chat.tenant_id and own.chat_id = chat.id
     where chat.tenant_id = $1::uuid and chat.channel_id = $2::uuid
     limit ${deletionBatch} for update of own
   ) batch
   where note.tenant_id = $1::uuid and note.id = batch.id
   returning note.event_id as "eventId"`,
);
