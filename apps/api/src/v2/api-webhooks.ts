import type { operations } from '@parley/contract/v2';
import {
  type Context,
  createLegacyWebhook,
  deleteWebhook,
  legacyWebhooks,
  listAll,
  updateLegacyWebhook,
} from '@parley/core';
import { presentDeleteResult, presentWebhook } from '@parley/presenters/v2';
import { HttpError } from '../http/response/http-error.js';
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

  createApiWebhook: {
    check: 'schema only',
    async handle(context, { body }) {
      const { tenantId, ...values } = body;
      checkTenant(tenantId, context);
      const webhook = await createLegacyWebhook(context, { ...values, apiVersion: 'v2' });
      return { success: true, data: presentWebhook(webhook) };
    },
  },

  updateApiWebhook: {
    check: 'schema only',
    async handle(context, { params, body }) {
      const webhook = await updateLegacyWebhook(context, { ...body, webhookId: params.webhookId });
      return { success: true, data: presentWebhook(webhook) };
    },
  },

  async deleteApiWebhook(context, { params }) {
    const result = await deleteWebhook(context, params.webhookId, legacyWebhooks);
    return { success: true, data: presentDeleteResult(result) };
  },
};

/** A v2 body repeats the tenant, which the token already identifies. */
function checkTenant(claimed: string, { tenantId }: Context): void {
  if (claimed.toLowerCase() === tenantId) return;
  throw new HttpError('forbidden', {
    details: {
      reason: 'tenant_mismatch',
      detail: 'The tenantId of the body is not that of the token.',
    },
  });
}
