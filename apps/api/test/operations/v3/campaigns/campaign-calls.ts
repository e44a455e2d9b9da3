import type { components } from '@parley/contract/v3';
import { createAutomation, expectStatus } from '@parley/testkit';
import { failure } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export type CampaignCreate = components['schemas']['CampaignCreate'];

export const noTotals = {
  recipients: 0,
  pending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
  canceled: 0,
  replied: 0,
  optedOut: 0,
};

export const stateConflict = failure(
  'campaign_state_conflict',
  'The state of the campaign does not allow this',
);

export const notActive = failure('automation_not_active', 'Automation is not active');

/** Returns functions that call the campaign operations for the tenant of the world. */
export function campaignCalls(stage: Stage, world: RenewableWorld) {
  function snapshot() {
    return snapshotTenant(stage.database, world.tenant.id);
  }

  function create(values: Partial<CampaignCreate> = {}) {
    const body = {
      name: 'Autumn offer',
      channelId: world.channel.id,
      automationId: world.automation.id,
      ...values,
    };
    return world.v3.call('createCampaign', { body });
  }

  async function createdBy(values: Partial<CampaignCreate> = {}) {
    return expectStatus(await create(values), 200).body.data;
  }

  function update(campaignId: string, body: components['schemas']['CampaignUpdate']) {
    return world.v3.call('updateCampaign', { params: { campaignId }, body });
  }

  function start(campaignId: string) {
    return world.v3.call('startCampaign', { params: { campaignId } });
  }

  async function read(campaignId: string) {
    return expectStatus(await world.v3.call('getCampaign', { params: { campaignId } }), 200).body.data;
  }

  async function createTemplateAutomation(status: 'active' | 'inactive' = 'active'): Promise<string> {
    const steps = [{ type: 'send_template', messageTemplateId: world.messageTemplate.id }];
    return (await createAutomation(stage.database, world.tenant.id, { steps, status })).id;
  }

  return { snapshot, create, createdBy, update, start, read, createTemplateAutomation };
}
