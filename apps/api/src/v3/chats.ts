import type { operations } from '@parley/contract/v3';
import { changeChatStatus, chats, deleteById, getById } from '@parley/core';
import { presentChat, presentDeleteResult } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

export const chatHandlers: Handlers<Pick<operations, 'getChat' | 'deleteChat' | 'changeChatStatus'>> = {
  async getChat(context, { params }) {
    const chat = await getById(context, chats, params.chatId);
    return { success: true, data: presentChat(chat) };
  },

  async deleteChat(context, { params }) {
    const result = await deleteById(context, chats, params.chatId);
    return { success: true, data: presentDeleteResult(result) };
  },

  async changeChatStatus(context, { params, body }) {
    const chat = await changeChatStatus(context, { ...body, chatId: params.chatId });
    return { success: true, data: presentChat(chat) };
  },
};
