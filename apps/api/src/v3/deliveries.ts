import type { operations } from '@parley/contract/v3';
import {
  checkSpan,
  collectInvalidParams,
  deliveriesOf,
  getDelivery,
  resendDeliveries,
  resendDelivery,
} from '@parley/core';
import { presentDelivery, presentDeliveryDetail } from '@parley/presenters/v3';
import type { Handlers } from '../http/routing/handler.js';
import { storedSearchHandler } from './search-handler.js';

type DeliveryOperation = 'searchDeliveries' | 'getDelivery' | 'resendDelivery' | 'resendDeliveries';

export const deliveryHandlers: Handlers<Pick<operations, DeliveryOperation>> = {
  searchDeliveries: storedSearchHandler(
    ({ webhookId }: { webhookId: string }) => deliveriesOf(webhookId),
    presentDelivery,
  ),

  async getDelivery(context, { params }) {
    const delivery = await getDelivery(context, params);
    return { success: true, data: presentDeliveryDetail(delivery) };
  },

  async resendDelivery(context, { params }) {
    const delivery = await resendDelivery(context, params);
    return { success: true, data: presentDelivery(delivery) };
  },

  resendDeliveries: {
    check: (_context, { body: { from, to } }) =>
      collectInvalidParams(() => from && to && checkSpan({ from, to })),
    async handle(context, { params, body }) {
      const { webhookId } = params;
      const { status = 'failed' } = body;
      const { resentCount } = await resendDeliveries(context, { ...body, status, webhookId });
      return { success: true, data: { resentCount } };
    },
  },
};
