import type { operations } from '@parley/contract/v3';
import {
  checkCursorSearch,
  createNote,
  deleteNote,
  findNoteErrors,
  notesOf,
  searchByCursor,
} from '@parley/core';
import { presentDeleteResult, presentNote, presentNotePage } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';

type NoteOperations = Pick<operations, 'createChatNote' | 'searchChatNotes' | 'deleteChatNote'>;

export const chatNoteHandlers: Handlers<NoteOperations> = {
  createChatNote: {
    check: (context, { body }) => findNoteErrors(context, body),
    async handle(context, { params, body }) {
      const note = await createNote(context, { ...body, chatId: params.chatId });
      return { success: true, data: presentNote(note) };
    },
  },

  searchChatNotes: {
    check: async (_context, { params, body }) => checkCursorSearch(notesOf(params.chatId), body),
    async handle(context, { params, body }) {
      const page = await searchByCursor(context, notesOf(params.chatId), body);
      return presentNotePage(body, page);
    },
  },

  async deleteChatNote(context, { params }) {
    const result = await deleteNote(context, params);
    return { success: true, data: presentDeleteResult(result) };
  },
};
