import { adapterFor, type ChannelType } from '@parley/channels';
import type { operations } from '@parley/contract/v3';
import {
  allMessages,
  cancelMessage,
  checkCursorSearch,
  findMessageErrors,
  findReactionErrors,
  getById,
  messages,
  messagesOf,
  openFileLinks,
  searchByCursor,
  sendMessage,
  setReaction,
} from '@parley/core';
import { presentChatMessage, presentMessagePage } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';

export function createMessageHandlers(
  publicUrl: string,
): Handlers<
  Pick<
    operations,
    | 'sendMessage'
    | 'getMessage'
    | 'cancelMessage'
    | 'setMessageReaction'
    | 'searchChatMessages'
    | 'searchMessages'
  >
> {
  return {
    sendMessage: {
      check: (context, { body }) => findMessageErrors(context, { ...body, publicUrl, limitsOf }),
      async handle(context, { body: { chatId, contactId, channelId, to: address, ...content } }) {
        const to = {
          ...(chatId && { chatId }),
          ...(contactId && { contactId }),
          ...(channelId && { channelId }),
          ...(address && { to: address }),
        };
        const message = await sendMessage(context, { ...content, to, publicUrl, limitsOf });
        return { success: true, data: presentChatMessage(await openFileLinks(context, publicUrl), message) };
      },
    },

    async getMessage(context, { params }) {
      const message = await getById(context, messages, params.messageId);
      return { success: true, data: presentChatMessage(await openFileLinks(context, publicUrl), message) };
    },

    async cancelMessage(context, { params }) {
      const message = await cancelMessage(context, params.messageId);
      return { success: true, data: presentChatMessage(await openFileLinks(context, publicUrl), message) };
    },

    setMessageReaction: {
      check: async (_context, { body }) => findReactionErrors(body),
      async handle(context, { params, body: { emoji } }) {
        const message = await setReaction(context, { messageId: params.messageId, emoji, reactionsOn });
        return { success: true, data: presentChatMessage(await openFileLinks(context, publicUrl), message) };
      },
    },

    searchChatMessages: {
      check: async (_context, { params, body }) => checkCursorSearch(messagesOf(params.chatId), body),
      async handle(context, { params, body }) {
        const page = await searchByCursor(context, messagesOf(params.chatId), body);
        return presentMessagePage(await openFileLinks(context, publicUrl), body, page);
      },
    },

    searchMessages: {
      check: async (_context, { body }) => checkCursorSearch(allMessages, body),
      async handle(context, { body }) {
        const page = await searchByCursor(context, allMessages, body);
        return presentMessagePage(await openFileLinks(context, publicUrl), body, page);
      },
    },
  };
}

function limitsOf(provider: string) {
  return adapterFor(provider).capabilities;
}

function reactionsOn(provider: string, type: ChannelType) {
  return adapterFor(provider).capabilities.reactionsOn?.(type) ?? [];
}
