import type { components } from '@parley/contract/v3';
import type { CursorPage, CursorSearchRequest, NoteRecord } from '@parley/core';
import { presentSearchEcho } from './present-search.js';

type Schemas = components['schemas'];

export function presentNote(note: NoteRecord): Schemas['ChatNote'] {
  return {
    id: note.id,
    createdAt: note.createdAt,
    chatId: note.chatId,
    contactId: note.contactId,
    text: note.text,
    authorUserId: note.authorUserId,
    authorKeyId: note.authorKeyId,
    mentionedUserIds: [...note.mentionedUserIds],
  };
}

interface NotePageResponse {
  success: true;
  data: Schemas['ChatNote'][];
  pagination: Schemas['CursorPagination'];
  query: Schemas['SearchEcho'];
}

export function presentNotePage(
  request: CursorSearchRequest,
  { records, limit, nextCursor }: CursorPage<NoteRecord>,
): NotePageResponse {
  return {
    success: true,
    data: records.map(presentNote),
    pagination: { limit, nextCursor },
    query: presentSearchEcho(request),
  };
}
