import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { InvalidParams } from '../../domain-error.js';
import { type Recorded, recordingSql } from '../../events/recording-sql.js';
import { newId } from '../../ids.js';
import { lockById } from '../../resources/lock-by-id.js';
import { readingOnly } from '../../sql/reading.js';
import { type Transaction, transactWithPrisma } from '../../sql/transact.js';
import { checkUsers } from '../../users/check-users.js';
import type { ValidPart } from '../../valid-part.js';
import { ValidationErrors } from '../../validation-errors.js';
import { chats } from '../chat-record.js';
import { type NoteRecord, noteJson } from './note-record.js';

export interface NewNote {
  readonly chatId: string;
  readonly text: string;
  readonly authorUserId?: string;
  /** Default is nobody. */
  readonly mentionedUserIds?: readonly string[];
}

/** Adds a note to a chat, and records `chat.note_added`. The chat itself does not change. */
export function createNote(context: Context, note: NewNote): Promise<NoteRecord> {
  const { chatId, text, authorUserId, mentionedUserIds = [] } = note;
  return transactWithPrisma(context, async (transaction) => {
    const { tenantId, now, actor } = context;
    const lockedId = await lockById(transaction, context, chats, chatId);
    const errors = new ValidationErrors();
    await checkPeople(transaction, context, { note, errors });
    errors.throwIfAny();
    const row = { tenantId, id: newId(), eventId: newId(), createdAt: now() };
    await transaction.prisma.chatNote.create({
      data: {
        ...row,
        chatId: lockedId,
        text,
        authorUserId: authorUserId ?? null,
        authorKeyId: actor?.keyId ?? null,
        mentionedUserIds: [...new Set(mentionedUserIds.map((id) => id.toLowerCase()))],
      },
    });
    const [recorded] = await transaction.sql(record, [tenantId, row.createdAt, row.id]);
    if (recorded === undefined) throw new Error(`Note ${row.id} does not exist, so it cannot be recorded`);
    return recorded.record;
  });
}

/** Returns the validation errors of a note without writing. */
export async function findNoteErrors(context: Context, note: NotePeople): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await checkPeople(readingOnly(context), context, { note, errors });
  return errors.invalidParams;
}

type NotePeople = ValidPart<Pick<NewNote, 'authorUserId' | 'mentionedUserIds'>>;

async function checkPeople(
  transaction: Transaction,
  context: Context,
  { note, errors }: { readonly note: NotePeople; readonly errors: ValidationErrors },
): Promise<void> {
  await checkUsers(transaction, context, {
    userIds: [note.authorUserId, ...(note.mentionedUserIds ?? [])],
    pathOf: (index) => (index === 0 ? 'authorUserId' : `mentionedUserIds.${index - 1}`),
    errors,
  });
}

const record = statement<Recorded<NoteRecord>>(
  'record-note-added',
  recordingSql(
    `select note.event_id as id, 'chat.note_added' as type, null::text as legacy_type, chat.channel_id,
       chat.id as chat_id, chat.contact_id, ${noteJson('note')} as data
     from chat_notes note
     join chats chat on chat.tenant_id = note.tenant_id and chat.id = note.chat_id
     where note.tenant_id = $1::uuid and note.id = $3::uuid`,
  ),
);
