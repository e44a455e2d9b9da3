import type { operations } from '@parley/contract/v3';
import {
  assignChat,
  changeChatStatus,
  chats,
  checkSnooze,
  collectInvalidParams,
  createChat,
  deleteById,
  findChatErrors,
  getById,
  isRefused,
  markChatRead,
  markChatUnread,
  updateChat,
} from '@parley/core';
import { presentChat, presentDeleteResult } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandler } from './search-handler.js';

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

export const chatHandlers: Handlers<Pick<operations, ChatOperation>> = {
  createChat: {
    check: (context, { body }) => findChatErrors(context, body),
    async handle(context, { body }) {
      const chat = await createChat(context, body);
      return { success: true, data: presentChat(chat) };
    },
  },

  async getChat(context, { params }) {
    const chat = await getById(context, chats, params.chatId);
    return { success: true, data: presentChat(chat) };
  },

  async updateChat(context, { params, body }) {
    const chat = await updateChat(context, { ...body, chatId: params.chatId });
    return { success: true, data: presentChat(chat) };
  },

  async deleteChat(context, { params }) {
    const result = await deleteById(context, chats, params.chatId);
    return { success: true, data: presentDeleteResult(result) };
  },

  searchChats: searchHandler(() => chats, presentChat),

  changeChatStatus: {
    check: (context, { body }) =>
      collectInvalidParams(() => {
        if (!isRefused(body, 'status')) checkSnooze(context, body.status ?? 'open', body.snoozedUntil);
      }),
    async handle(context, { params, body }) {
      const chat = await changeChatStatus(context, { ...body, chatId: params.chatId });
      return { success: true, data: presentChat(chat) };
    },
  },

  async assignChat(context, { params, body }) {
    const chat = await assignChat(context, { ...body, chatId: params.chatId });
    return { success: true, data: presentChat(chat) };
  },

  async markChatRead(context, { params }) {
    const chat = await markChatRead(context, params.chatId);
    return { success: true, data: presentChat(chat) };
  },

  async markChatUnread(context, { params }) {
    const chat = await markChatUnread(context, params.chatId);
    return { success: true, data: presentChat(chat) };
  },
};
