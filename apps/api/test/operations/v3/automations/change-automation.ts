import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAutomation, createAutomationRun, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { writeCampaignMessage } from '../../support/write-campaign-message.js';
import { automationCalls, hello } from './automation-calls.js';

export function describeAutomationChange(stage: Stage, world: RenewableWorld): void {
  const { createdBy, update, read, publish } = automationCalls(world);

  async function deactivate(automationId: string) {
    const response = await world.v3.call('deactivateAutomation', {
      params: { automationId },
    });
    return expectStatus(response, 200).body.data;
  }

  describe('updateAutomation 200', () => {
    beforeEach(world.renew);

    it('changed steps create a new version beside the active one, with the same trigger', async () => {
      const trigger = { type: 'chat_opened', channelId: world.channel.id } as const;
      const { id, latestVersionId } = await createdBy({ trigger });
      await publish(id);
      stage.clock.advance(1_000);
      const steps = [{ type: 'wait', seconds: 5 }] as const;
      const { data } = expectStatus(await update(id, { steps: [...steps] }), 200).body;
      expect(data).toMatchObject({
        status: 'active',
        updatedAt: '2026-10-15T09:30:01.000Z',
        activeVersionId: latestVersionId,
        activeVersion: { number: 1, steps: [hello] },
        latestVersion: {
          number: 2,
          trigger: { ...trigger, keyword: null, labelId: null, replyId: null },
          steps,
        },
      });
      expect(await read(id)).toEqual(data);
    });

    it('a new trigger replaces the previous one completely and keeps the steps', async () => {
      const trigger = { type: 'message_received', channelId: world.channel.id, keyword: 'hello' } as const;
      const { id } = await createdBy({ trigger });
      const { data } = expectStatus(await update(id, { trigger: { type: 'message_received' } }), 200).body;
      expect(data.latestVersion).toMatchObject({
        number: 2,
        trigger: { type: 'message_received', channelId: null, keyword: null, labelId: null, replyId: null },
        steps: [hello],
      });
    });

    it('a new name creates no version, and an empty body changes nothing', async () => {
      const { id } = await createdBy();
      const renamed = expectStatus(await update(id, { name: 'Hello' }), 200).body.data;
      expect(renamed).toMatchObject({ name: 'Hello', latestVersion: { number: 1 } });
      stage.clock.advance(1_000);
      expect(expectStatus(await update(id, {}), 200).body.data).toEqual(renamed);
    });
  });

  describe('updateAutomation 400', () => {
    beforeAll(world.renew);

    it('for steps that refer to something unknown; nothing changes, not even the name', async () => {
      const before = await snapshotTenant(stage.database, world.tenant.id);
      const steps = [{ type: 'add_label', labelId: stage.other.label.id }] as const;
      const response = await update(world.automation.id, { name: 'Hello', steps: [...steps] });
      expect(errorKeys(response)).toEqual({ 'steps.0.labelId': 'not_found' });
      expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
    });
  });

  describe('publishAutomation 200', () => {
    beforeEach(world.renew);

    it('the latest version runs from now on', async () => {
      const { id, latestVersion } = await createdBy({ trigger: { type: 'chat_closed' } });
      stage.clock.advance(1_000);
      const published = await publish(id);
      expect(published).toMatchObject({
        status: 'active',
        updatedAt: '2026-10-15T09:30:01.000Z',
        activeVersionId: latestVersion.id,
        activeVersionTriggerType: 'chat_closed',
        activeVersion: latestVersion,
      });
      stage.clock.advance(1_000);
      expect(await publish(id)).toEqual(published);
      const body = { contactId: world.contact.id };
      const triggered = await world.v3.call('triggerAutomation', {
        params: { automationId: id },
        body,
      });
      expectStatus(triggered, 200);
    });
  });

  describe('deactivateAutomation 200', () => {
    beforeEach(world.renew);

    it('no version runs any more, and publishing activates it again', async () => {
      const { id } = await createdBy();
      await publish(id);
      const deactivated = await deactivate(id);
      expect(deactivated).toMatchObject({
        status: 'inactive',
        activeVersionId: null,
        activeVersionTriggerType: null,
        activeVersion: null,
      });
      stage.clock.advance(1_000);
      expect(await deactivate(id)).toEqual(deactivated);
      const body = { contactId: world.contact.id };
      const params = { automationId: id };
      expectStatus(await world.v3.call('triggerAutomation', { params, body }), 409);
      expect(await publish(id)).toMatchObject({ status: 'active' });
    });

    it('a draft stays a draft', async () => {
      const draft = await createdBy();
      expect(await deactivate(draft.id)).toEqual(draft);
    });

    it('a scheduled run is canceled with a reason; a run that has begun continues', async () => {
      const { database } = stage;
      const begun = await createAutomationRun(database, world.automation, {
        contactId: world.contact.id,
        status: 'running',
      });
      await deactivate(world.automation.id);
      const readRun = async (runId: string) => {
        const params = { automationId: world.automation.id, runId };
        return expectStatus(await world.v3.call('getAutomationRun', { params }), 200).body.data;
      };
      expect(await readRun(world.automationRun.id)).toMatchObject({
        status: 'canceled',
        error: {
          code: 'automation_not_active',
          message: 'The automation was deactivated before the run began.',
        },
      });
      expect(await readRun(begun.id)).toMatchObject({ status: 'running', error: null });
    });
  });

  describe('deleteAutomation 200', () => {
    beforeEach(world.renew);

    function remove(automationId: string) {
      return world.v3.call('deleteAutomation', { params: { automationId } });
    }

    it('versions, runs and campaigns are deleted with it; other automations and sent messages stay', async () => {
      const { database } = stage;
      const { prisma } = database;
      const tenantId = world.tenant.id;
      const kept = await createAutomation(database, tenantId);
      await createAutomationRun(database, kept, { contactId: world.contact.id });
      await prisma.message.updateMany({
        where: { id: world.message.id },
        data: { automationRunId: world.automationRun.id },
      });
      const { id } = world.automation;
      expect(expectStatus(await remove(id), 200).body.data).toEqual({ deletedIds: [id], notFoundIds: [] });
      const where = { tenantId };
      expect(await prisma.automation.findMany({ where })).toMatchObject([{ id: kept.id }]);
      expect(await prisma.automationVersion.findMany({ where })).toMatchObject([{ automationId: kept.id }]);
      expect(await prisma.automationRun.findMany({ where })).toMatchObject([{ automationId: kept.id }]);
      expect(await prisma.campaign.findMany({ where })).toEqual([]);
      expect(await prisma.message.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
        { id: world.scheduledMessage.id, status: 'scheduled' },
        { id: world.message.id, automationRunId: null },
      ]);
      expect(expectStatus(await remove(id), 200).body.data).toEqual({ deletedIds: [], notFoundIds: [id] });
    });

    it('waiting messages of its campaigns fail, each with an event', async () => {
      const { prisma } = stage.database;
      const { id: campaignId } = world.scheduledCampaign;
      const { messageId: waiting } = await writeCampaignMessage(stage.database, world, { campaignId });
      expectStatus(await remove(world.automation.id), 200);
      expect(await prisma.message.findFirstOrThrow({ where: { id: waiting } })).toMatchObject({
        status: 'failed',
        errors: [{ code: 'campaign_canceled' }],
      });
      const type = 'message.updated';
      const events = await prisma.event.findMany({ where: { tenantId: world.tenant.id, type } });
      expect(events).toMatchObject([{ data: { id: waiting, status: 'failed' } }]);
    });
  });
}
