import type { components } from '@parley/contract/v2';
import { createAutomation } from '@parley/testkit';

import type { Stage } from '../support/start-stage.js';
import type { RenewableWorld } from '../support/use-stage.js';

export type BroadcastCreate = components['schemas']['BroadcastCreate'];

/** Returns functions that call the broadcast operations for the tenant of the world. */
export function broadcastCalls(stage: Stage, world: RenewableWorld) {
  function create(values: Partial<BroadcastCreate> = {}, channelId = world.channel.id) {
    const body = { name: 'Autumn offer', workflowId: world.automation.id, ...values };
    return world.v2.call('createBroadcast', { params: { channelId }, body });
  }

  async function createTemplateWorkflow(): Promise<string> {
    const steps = [{ type: 'send_template', messageTemplateId: world.messageTemplate.id }];
    return (await createAutomation(stage.database, world.tenant.id, { steps })).id;
  }

  return { create, createTemplateWorkflow };
}
