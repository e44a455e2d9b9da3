import type { operations } from '@parley/contract/v3';
import {
  assignChat,
  type ChatRecord,
  type Context,
  changeChatStatus,
  chats,
  checkSnooze,
  collectInvalidParams,
  createChat,
  deleteChat,
  findAssignmentErrors,
  findChatErrors,
  isRefused,
  markChatRead,
  markChatUnread,
  openFileLinks,
  updateChat,
} from '@parley/core';
import { areChatsAsStored, presentChat, presentDeleteResult } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandlerWith } from './search-handler.js';
import { storedRecordHandler } from './stored-record-handler.js';

type ChatOperation =
  | 'createChat'
  | 'getChat'
  | 'updateChat'
  | 'deleteChat'
  | 'searchChats'
  | 'changeChatStatus'
  | 'assignChat'
  | 'markChatRead'
  | 'markChatUnread';

export function createChatHandlers(publicUrl: string): Handlers<Pick<operations, ChatOperation>> {
  return {
    createChat: {
      check: (context, { body }) => findChatErrors(context, body),
      async handle(context, { body }) {
        const chat = await createChat(context, body);
        return respond(context, chat);
      },
    },

    getChat: storedRecordHandler(chats, {
      idOf: ({ chatId }) => chatId,
      present: async (chat, context) => (await createPresenter(context))(chat),
      isAsPresented: areChatsAsStored,
    }),

    updateChat: {
      check: 'schema only',
      async handle(context, { params, body }) {
        const chat = await updateChat(context, { ...body, chatId: params.chatId });
        return respond(context, chat);
      },
    },

    async deleteChat(context, { params }) {
      const result = await deleteChat(context, params.chatId);
      return { success: true, data: presentDeleteResult(result) };
    },

    searchChats: searchHandlerWith(() => chats, createPresenter, areChatsAsStored),

    changeChatStatus: {
      check: (context, { body }) =>
        collectInvalidParams(() => {
          if (!isRefused(body, 'status')) checkSnooze(context, body.status ?? 'open', body.snoozedUntil);
        }),
      async handle(context, { params, body }) {
        const chat = await changeChatStatus(context, { ...body, chatId: params.chatId });
        return respond(context, chat);
      },
    },

    assignChat: {
      check: (context, { body }) => findAssignmentErrors(context, body),
      async handle(context, { params, body }) {
        const chat = await assignChat(context, { ...body, chatId: params.chatId });
        return respond(context, chat);
      },
    },

    async markChatRead(context, { params }) {
      const chat = await markChatRead(context, params.chatId);
      return respond(context, chat);
    },

    async markChatUnread(context, { params }) {
      const chat = await markChatUnread(context, params.chatId);
      return respond(context, chat);
    },
  };

  async function createPresenter(context: Context) {
    const links = await openFileLinks(context, publicUrl);
    return (chat: ChatRecord) => presentChat(links, chat);
  }

  async function respond(context: Context, chat: ChatRecord) {
    const present = await createPresenter(context);
    return { success: true as const, data: present(chat) };
  }
}
