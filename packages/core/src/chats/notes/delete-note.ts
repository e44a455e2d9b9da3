import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { isId } from '../../ids.js';
import type { DeleteResult } from '../../resources/delete-by-id.js';
import { findById } from '../../resources/find-by-id.js';
import { isNotErased } from '../../resources/is-not-erased.js';
import { transact } from '../../sql/transact.js';
import { chats } from '../chat-record.js';
import { eraseNoteEvents } from '../erase-note-events.js';

export interface NoteKey {
  readonly chatId: string;
  readonly noteId: string;
}

/** Deletes a note, and the data of its event. The result states whether the chat or its note does not exist. */
export function deleteNote(context: Context, { chatId, noteId }: NoteKey): Promise<DeleteResult> {
  const { tenantId } = context;
  return transact(context, async ({ sql }) => {
    const [removed] = isId(chatId) && isId(noteId) ? await sql(remove, [tenantId, chatId, noteId]) : [];
    if (removed) {
      await eraseNoteEvents({ sql }, context, [removed.eventId]);
      return { deletedIds: [noteId], notFoundIds: [] };
    }
    const chat = await findById(sql, chats, { tenantId, id: chatId });
    return { deletedIds: [], notFoundIds: [chat === undefined ? chatId : noteId] };
  });
}

const remove = statement<{ eventId: string }>(
  'remove-chat-note',
  `delete from chat_notes note
   where note.tenant_id = $1::uuid and note.chat_id = $2::uuid and note.id = $3::uuid
     and ${isNotErased('note.chat_id')}
   returning note.event_id as "eventId"`,
);
