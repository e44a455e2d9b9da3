import type { operations } from '@parley/contract/v2';
import {
  createLegacyWebhook,
  deleteWebhook,
  legacyWebhooks,
  listAll,
  updateLegacyWebhook,
} from '@parley/core';
import { presentDeleteResult, presentWebhook } from '@parley/presenters/v2';
import type { Handlers } from '../http/routing/handler.js';

type ApiWebhookOperations = Pick<
  operations,
  'listApiWebhooks' | 'createApiWebhook' | 'updateApiWebhook' | 'deleteApiWebhook'
>;

export const apiWebhookHandlers: Handlers<ApiWebhookOperations> = {
  async listApiWebhooks(context) {
    const records = await listAll(context, legacyWebhooks);
    return { success: true, data: records.map(presentWebhook) };
  },

  async createApiWebhook(context, { body }) {
    const webhook = await createLegacyWebhook(context, body);
    return { success: true, data: presentWebhook(webhook) };
  },

  async updateApiWebhook(context, { params, body }) {
    const webhook = await updateLegacyWebhook(context, { ...body, webhookId: params.webhookId });
    return { success: true, data: presentWebhook(webhook) };
  },

  async deleteApiWebhook(context, { params }) {
    const result = await deleteWebhook(context, params.webhookId, legacyWebhooks);
    return { success: true, data: presentDeleteResult(result) };
  },
};
