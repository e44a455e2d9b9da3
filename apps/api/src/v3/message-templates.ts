import { adapterFor } from '@parley/channels';
import type { operations } from '@parley/contract/v3';
import {
  createMessageTemplate,
  deleteMessageTemplate,
  findPreviewErrors,
  findSubmissionErrors,
  findSyncErrors,
  findTemplateErrors,
  getById,
  messageTemplates,
  previewMessageTemplate,
  requestTemplateSync,
  submitMessageTemplate,
  type TemplateRules,
  updateMessageTemplate,
} from '@parley/core';
import {
  presentDeleteResult,
  presentMessageTemplate,
  presentMessageTemplatePreview,
  presentMessageTemplateSync,
} from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandler } from './search-handler.js';

type MessageTemplateOperation =
  | 'createMessageTemplate'
  | 'getMessageTemplate'
  | 'updateMessageTemplate'
  | 'deleteMessageTemplate'
  | 'searchMessageTemplates'
  | 'previewMessageTemplate'
  | 'submitMessageTemplate'
  | 'syncMessageTemplates';

export function createMessageTemplateHandlers(
  publicUrl: string,
): Handlers<Pick<operations, MessageTemplateOperation>> {
  return {
    createMessageTemplate: {
      check: (context, { body }) => findTemplateErrors(context, { ...body, publicUrl }),
      async handle(context, { body }) {
        const template = await createMessageTemplate(context, { ...body, publicUrl });
        return { success: true, data: presentMessageTemplate(template) };
      },
    },

    async getMessageTemplate(context, { params }) {
      const template = await getById(context, messageTemplates, params.messageTemplateId);
      return { success: true, data: presentMessageTemplate(template) };
    },

    updateMessageTemplate: {
      check: (context, { params, body }) =>
        findTemplateErrors(context, { ...body, publicUrl }, params.messageTemplateId),
      async handle(context, { params, body }) {
        const { messageTemplateId } = params;
        const template = await updateMessageTemplate(context, { ...body, messageTemplateId, publicUrl });
        return { success: true, data: presentMessageTemplate(template) };
      },
    },

    async deleteMessageTemplate(context, { params }) {
      const result = await deleteMessageTemplate(context, params.messageTemplateId);
      return { success: true, data: presentDeleteResult(result) };
    },

    searchMessageTemplates: searchHandler(() => messageTemplates, presentMessageTemplate),

    previewMessageTemplate: {
      check: (context, { params, body }) => findPreviewErrors(context, params.messageTemplateId, body),
      async handle(context, { params, body }) {
        const { messageTemplateId } = params;
        const preview = await previewMessageTemplate(context, { ...body, messageTemplateId });
        return { success: true, data: presentMessageTemplatePreview(preview) };
      },
    },

    submitMessageTemplate: {
      check: (context, { params, body }) =>
        findSubmissionErrors(context, { ...body, messageTemplateId: params.messageTemplateId, rules }),
      async handle(context, { params: { messageTemplateId }, body }) {
        const template = await submitMessageTemplate(context, { ...body, messageTemplateId, rules });
        return { success: true, data: presentMessageTemplate(template) };
      },
    },

    syncMessageTemplates: {
      check: (context, { body }) => findSyncErrors(context, { ...body, rules }),
      async handle(context, { body: { channelId } }) {
        const sync = await requestTemplateSync(context, { channelId, rules });
        return { success: true, data: presentMessageTemplateSync(sync) };
      },
    },
  };
}

const rules: TemplateRules = {
  accountOf: (channel) => adapterFor(channel.provider).templates?.accountOf(channel),
  findErrors: (channel, template) =>
    adapterFor(channel.provider).templates?.findErrors(template, channel) ?? [],
};
