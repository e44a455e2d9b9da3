import type { components } from '@parley/contract/v2';
import { expectStatus } from '@parley/testkit';
import type { RenewableWorld } from '../support/use-stage.js';

export const url = 'https://partner.example/webhooks/parley';

export type ApiWebhookCalls = ReturnType<typeof apiWebhookCalls>;

export function apiWebhookCalls(world: RenewableWorld) {
  function create(values: Partial<components['schemas']['ApiWebhookCreate']> = {}) {
    const body = { tenantId: world.tenant.id, type: 'SMS_MESSAGE_RECEIVED' as const, url, ...values };
    return world.v2.call('createApiWebhook', { body });
  }

  function update(body: components['schemas']['ApiWebhookUpdate'], webhookId = world.legacyWebhook.id) {
    return world.v2.call('updateApiWebhook', { params: { webhookId }, body });
  }

  async function list() {
    return expectStatus(await world.v2.call('listApiWebhooks', {}), 200).body.data;
  }

  return { create, update, list };
}
