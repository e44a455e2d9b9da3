import { beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createContact, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { automationCalls } from './automation-calls.js';

type Automation = components['schemas']['AutomationDetail'];

export function describeAutomationTriggers(stage: Stage, world: RenewableWorld): void {
  const { create, createdBy, read, publish, update } = automationCalls(world);
  const unlimited = {
    channelId: null,
    keyword: null,
    labelId: null,
    replyId: null,
    attributeId: null,
    campaignId: null,
    schedule: null,
    audience: null,
  };

  /** Every operation on an automation returns the trigger as it was written. */
  async function expectKept({ id, latestVersion: { trigger } }: Automation): Promise<void> {
    const shown = { activeVersion: { trigger }, latestVersion: { trigger } };
    expect(await publish(id)).toMatchObject(shown);
    expect(await read(id)).toMatchObject(shown);
    expect(expectStatus(await update(id, { name: 'Renamed' }), 200).body.data).toMatchObject(shown);
    const response = await world.v3.call('deactivateAutomation', { params: { automationId: id } });
    const latest = { activeVersion: null, latestVersion: { trigger } };
    expect(expectStatus(response, 200).body.data).toMatchObject(latest);
  }

  describe('the trigger of an automation', () => {
    beforeEach(world.renew);

    it.each(['contact_created', 'attribute_changed', 'campaign_replied'] as const)(
      '%s is returned when it is written, published, read and found',
      async (type) => {
        const { id, latestVersion } = await createdBy({ trigger: { type } });
        expect(latestVersion.trigger).toEqual({ type, ...unlimited });
        expect(await publish(id)).toMatchObject({ activeVersion: { trigger: { type } } });
        expect(await read(id)).toMatchObject({
          activeVersionTriggerType: type,
          latestVersionTriggerType: type,
        });
        const body = { query: `eq(activeVersionTriggerType,${type})` };
        const found = expectStatus(await world.v3.call('searchAutomations', { body }), 200).body.data;
        expect(found.map((automation) => automation.id)).toEqual([id]);
      },
    );

    it('returns the label of the trigger, and keeps it when only the steps change', async () => {
      const trigger = { type: 'label_added', labelId: world.label.id } as const;
      const created = await createdBy({ trigger });
      const shown = {
        type: 'label_added',
        channelId: null,
        keyword: null,
        labelId: world.label.id,
        replyId: null,
        attributeId: null,
        campaignId: null,
        schedule: null,
        audience: null,
      };
      expect(created.latestVersion.trigger).toEqual(shown);
      const steps = [{ type: 'wait' as const, seconds: 5 }];
      const updated = expectStatus(await update(created.id, { steps }), 200).body.data;
      expect(updated.latestVersion).toMatchObject({ number: 2, trigger: shown });
    });

    it('is triggered by that label even if its id was sent in upper case', async () => {
      const { database } = stage;
      const labelId = world.label.id.toUpperCase();
      const { id, latestVersion } = await createdBy({ trigger: { type: 'label_added', labelId } });
      expect(latestVersion.trigger.labelId).toBe(world.label.id);
      await publish(id);
      const { id: contactId } = await createContact(database, world.tenant.id);
      const request = { params: { contactId }, body: { labels: [{ id: labelId }] }, token: world.token };
      expectStatus(await stage.v3.call('addContactLabels', request), 200);
      expect(await database.prisma.automationRun.count({ where: { automationId: id, contactId } })).toBe(1);
    });

    it('can be limited to an attribute or a campaign, whose id is returned in lower case', async () => {
      const attributeId = world.attribute.id;
      const changed = { type: 'attribute_changed', attributeId: attributeId.toUpperCase() } as const;
      const ofAttribute = await createdBy({ trigger: changed });
      expect(ofAttribute.latestVersion.trigger).toEqual({ ...unlimited, ...changed, attributeId });
      await expectKept(ofAttribute);
      const campaignId = world.campaign.id;
      const replied = { type: 'campaign_replied', campaignId: campaignId.toUpperCase() } as const;
      const ofCampaign = await createdBy({ trigger: replied });
      expect(ofCampaign.latestVersion.trigger).toEqual({ ...unlimited, ...replied, campaignId });
      await expectKept(ofCampaign);
    });

    it('cannot be limited to an attribute or a campaign of another tenant, or with another type', async () => {
      const attributeId = stage.other.attribute.id;
      const campaignId = stage.other.campaign.id;
      const errorsOf = async (trigger: Parameters<typeof createdBy>[0]) => errorKeys(await create(trigger));
      expect(await errorsOf({ trigger: { type: 'attribute_changed', attributeId } })).toEqual({
        'trigger.attributeId': 'not_found',
      });
      expect(await errorsOf({ trigger: { type: 'campaign_replied', campaignId } })).toEqual({
        'trigger.campaignId': 'not_found',
      });
      const own = { attributeId: world.attribute.id, campaignId: world.campaign.id };
      expect(await errorsOf({ trigger: { type: 'contact_created', ...own } })).toEqual({
        'trigger.attributeId': 'unrecognized_keys',
        'trigger.campaignId': 'unrecognized_keys',
      });
    });
  });
}
