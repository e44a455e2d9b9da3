import type { operations } from '@parley/contract/v3';
import { deleteById, updateWebhook, webhooks } from '@parley/core';
import { presentDeleteResult, presentWebhook } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

export const apiWebhookHandlers: Handlers<Pick<operations, 'updateApiWebhook' | 'deleteApiWebhook'>> = {
  async updateApiWebhook(context, { params, body }) {
    const webhook = await updateWebhook(context, { ...body, webhookId: params.webhookId });
    return { success: true, data: presentWebhook(webhook) };
  },

  async deleteApiWebhook(context, { params }) {
    const result = await deleteById(context, webhooks, params.webhookId);
    return { success: true, data: presentDeleteResult(result) };
  },
};
