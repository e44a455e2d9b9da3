import type { operations } from '@parley/contract/v3';
import {
  createWebhook,
  deleteWebhook,
  getById,
  rotateWebhookSecret,
  sendTestEvent,
  updateWebhook,
  webhooks,
} from '@parley/core';
import {
  presentDeleteResult,
  presentDelivery,
  presentWebhook,
  presentWebhookWithSecret,
} from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { searchHandler } from './search-handler.js';

type ApiWebhookOperation =
  | 'createApiWebhook'
  | 'getApiWebhook'
  | 'updateApiWebhook'
  | 'deleteApiWebhook'
  | 'searchApiWebhooks'
  | 'rotateApiWebhookSecret'
  | 'testApiWebhook';

export const apiWebhookHandlers: Handlers<Pick<operations, ApiWebhookOperation>> = {
  createApiWebhook: {
    check: 'schema only',
    async handle(context, { body }) {
      const webhook = await createWebhook(context, body);
      return { success: true, data: presentWebhookWithSecret(webhook) };
    },
  },

  async getApiWebhook(context, { params }) {
    const webhook = await getById(context, webhooks, params.webhookId);
    return { success: true, data: presentWebhook(webhook) };
  },

  updateApiWebhook: {
    check: 'schema only',
    async handle(context, { params, body }) {
      const webhook = await updateWebhook(context, { ...body, webhookId: params.webhookId });
      return { success: true, data: presentWebhook(webhook) };
    },
  },

  async deleteApiWebhook(context, { params }) {
    const result = await deleteWebhook(context, params.webhookId);
    return { success: true, data: presentDeleteResult(result) };
  },

  searchApiWebhooks: searchHandler(() => webhooks, presentWebhook),

  async rotateApiWebhookSecret(context, { params }) {
    const webhook = await rotateWebhookSecret(context, params);
    return { success: true, data: presentWebhookWithSecret(webhook) };
  },

  async testApiWebhook(context, { params }) {
    const delivery = await sendTestEvent(context, params);
    return { success: true, data: presentDelivery(delivery) };
  },
};
