import type { components } from '@parley/contract/v3';
import { expectStatus } from '@parley/testkit';
import type { RenewableWorld } from '../../support/use-stage.js';

export type AutomationCreate = components['schemas']['AutomationCreate'];

export const hello = { type: 'send_message', text: 'Hello!' } as const;

/** Returns functions that call the automation operations for the tenant of the world. */
export function automationCalls(world: RenewableWorld) {
  function create(values: Partial<AutomationCreate> = {}) {
    const body: AutomationCreate = {
      name: 'Welcome',
      trigger: { type: 'manual' },
      steps: [hello],
      ...values,
    };
    return world.v3.call('createAutomation', { body });
  }

  async function createdBy(values: Partial<AutomationCreate> = {}) {
    return expectStatus(await create(values), 200).body.data;
  }

  function update(automationId: string, body: components['schemas']['AutomationUpdate']) {
    return world.v3.call('updateAutomation', { params: { automationId }, body });
  }

  async function read(automationId: string) {
    return expectStatus(await world.v3.call('getAutomation', { params: { automationId } }), 200).body.data;
  }

  async function publish(automationId: string) {
    const response = await world.v3.call('publishAutomation', { params: { automationId } });
    return expectStatus(response, 200).body.data;
  }

  return { create, createdBy, update, read, publish };
}
