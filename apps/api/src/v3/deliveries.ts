import type { operations } from '@parley/contract/v3';
import { deliveriesOf, getDelivery, resendDeliveries, resendDelivery, search } from '@parley/core';
import { presentDelivery, presentDeliveryDetail, presentSearch } from '@parley/presenters/v3';
import type { Handlers } from '../http/handler.js';

type DeliveryOperation = 'searchDeliveries' | 'getDelivery' | 'resendDelivery' | 'resendDeliveries';

export const deliveryHandlers: Handlers<Pick<operations, DeliveryOperation>> = {
  async searchDeliveries(context, { params, body }) {
    const result = await search(context, deliveriesOf(params.webhookId), body);
    return presentSearch(body, result, presentDelivery);
  },

  async getDelivery(context, { params }) {
    const delivery = await getDelivery(context, params);
    return { success: true, data: presentDeliveryDetail(delivery) };
  },

  async resendDelivery(context, { params }) {
    const delivery = await resendDelivery(context, params);
    return { success: true, data: presentDelivery(delivery) };
  },

  async resendDeliveries(context, { params, body }) {
    const { webhookId } = params;
    const { status = 'failed' } = body;
    const { resentCount } = await resendDeliveries(context, { ...body, status, webhookId });
    return { success: true, data: { resentCount } };
  },
};
