import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { abandonCampaign, startOccurrence } from '@parley/core';
import { contextOf, createCampaign, createContact, expectStatus } from '@parley/testkit';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { writeCampaignMessage } from '../../support/write-campaign-message.js';
import { campaignCalls, noTotals, stateConflict } from './campaign-calls.js';

export function describeCampaignEnd(stage: Stage, world: RenewableWorld): void {
  const { snapshot, createdBy, start, read } = campaignCalls(stage, world);

  function cancel(campaignId: string) {
    return world.v3.call('cancelCampaign', { params: { campaignId } });
  }

  async function recipientsOf(campaignId: string) {
    const request = { params: { campaignId }, token: world.token };
    return expectStatus(await stage.v3.call('searchCampaignRecipients', request), 200).body.data;
  }

  describe('cancelCampaign 200', () => {
    beforeEach(world.renew);

    it('ends running and waiting sends, with an event for each message', async () => {
      const { database } = stage;
      const { id: campaignId } = world.scheduledCampaign;
      const sent = await writeCampaignMessage(database, world, { campaignId, status: 'sent' });
      const waiting = await writeCampaignMessage(database, world, { campaignId });
      const { data } = expectStatus(await cancel(campaignId), 200).body;
      expect(data).toMatchObject({
        status: 'canceled',
        nextOccurrenceAt: null,
        totals: { ...noTotals, recipients: 1, sent: 1, canceled: 1 },
      });
      const { prisma } = database;
      const runs = await prisma.automationRun.findMany({
        where: { id: { in: [sent.runId, waiting.runId] } },
      });
      expect(runs.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
      const messages = await prisma.message.findMany({ where: { campaignSendId: { not: null } } });
      const statuses = new Map(messages.map(({ id, status }) => [id, status]));
      expect([statuses.get(sent.messageId), statuses.get(waiting.messageId)]).toEqual(['sent', 'failed']);
      const where = { tenantId: world.tenant.id, type: 'message.updated' };
      expect(await prisma.event.findMany({ where })).toMatchObject([{ data: { id: waiting.messageId } }]);
    });
  });

  describe('recipients of a campaign that was never sent', () => {
    beforeEach(world.renew);

    it('are canceled with it, and counted as canceled', async () => {
      const { id } = await createdBy({
        contactIds: [world.contact.id],
        scheduledAt: '2027-01-01T00:00:00.000Z',
      });
      await start(id);
      const { data } = expectStatus(await cancel(id), 200).body;
      expect(data).toMatchObject({
        status: 'canceled',
        failureReason: null,
        totals: { ...noTotals, recipients: 1, canceled: 1 },
      });
      expect(await recipientsOf(id)).toMatchObject([{ status: 'canceled', failureReason: null }]);
    });

    it('fail with it, and both have the reason', async () => {
      const { id } = await createdBy({ contactIds: [world.contact.id] });
      await start(id);
      await abandonCampaign(contextOf(stage.database, world.tenant.id, stage.clock.now), id);
      const failureReason = {
        code: 'internal_error',
        message: 'The campaign could not be started because of an internal error.',
      };
      expect(await read(id)).toMatchObject({
        status: 'failed',
        failureReason,
        totals: { ...noTotals, recipients: 1, failed: 1 },
      });
      expect(await recipientsOf(id)).toMatchObject([{ status: 'failed', failureReason }]);
    });
  });

  describe('recipients of a running campaign', () => {
    beforeEach(world.renew);

    it('fail one by one: each has its reason, and the campaign the number of failures', async () => {
      const { database } = stage;
      const { id: campaignId } = world.scheduledCampaign;
      const failureReason = { code: 'number_blocked', message: 'The number is blocked.' };
      const errors = [failureReason];
      await writeCampaignMessage(database, world, { campaignId, status: 'failed', errors });
      const { id: contactId } = await createContact(database, world.tenant.id);
      await writeCampaignMessage(database, world, { campaignId, contactId, status: 'sent' });
      expect(await read(campaignId)).toMatchObject({
        failureReason: {
          code: 'recipients_failed',
          message: '1 of 2 sends failed. The first: The number is blocked.',
        },
        totals: { ...noTotals, recipients: 2, failed: 1, sent: 1 },
      });
      const recipients = await recipientsOf(campaignId);
      const reasonOf = new Map(recipients.map((recipient) => [recipient.contactId, recipient.failureReason]));
      expect([reasonOf.get(world.contact.id), reasonOf.get(contactId)]).toEqual([failureReason, null]);
    });

    it('are canceled with a reason when the automation is deactivated before their runs begin', async () => {
      const { id } = await createdBy({ contactIds: [world.contact.id] });
      await start(id);
      await startOccurrence(contextOf(stage.database, world.tenant.id, stage.clock.now), id);
      const params = { automationId: world.automation.id };
      expectStatus(await world.v3.call('deactivateAutomation', { params }), 200);
      const failureReason = {
        code: 'automation_not_active',
        message: 'The automation was deactivated before the run began.',
      };
      const [recipient] = await recipientsOf(id);
      expect(recipient).toMatchObject({ status: 'canceled', failureReason });
      expect(await read(id)).toMatchObject({
        failureReason: null,
        totals: { ...noTotals, recipients: 1, canceled: 1 },
      });
      const run = { ...params, runId: recipient?.automationRunId ?? '' };
      const shown = await world.v3.call('getAutomationRun', { params: run });
      expect(expectStatus(shown, 200).body.data).toMatchObject({ status: 'canceled', error: failureReason });
    });
  });

  describe('cancelCampaign 409; nothing changes', () => {
    beforeAll(world.renew);

    it.each(['draft', 'completed', 'failed', 'canceled'] as const)('when it is %s', async (status) => {
      const { id } = await createCampaign(stage.database, world.tenant.id, { status });
      const before = await snapshot();
      expect(expectStatus(await cancel(id), 409).body).toEqual(stateConflict);
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('deleteCampaign 200', () => {
    beforeEach(world.renew);

    function remove(campaignId: string) {
      return world.v3.call('deleteCampaign', { params: { campaignId } });
    }

    it('recipients and runs are deleted with it; waiting messages fail; messages, contacts and automation stay', async () => {
      const { prisma } = stage.database;
      const { id: campaignId } = world.scheduledCampaign;
      const sent = await writeCampaignMessage(stage.database, world, { campaignId, status: 'sent' });
      const waiting = await writeCampaignMessage(stage.database, world, { campaignId });
      const { data } = expectStatus(await remove(campaignId), 200).body;
      expect(data).toEqual({ deletedIds: [campaignId], notFoundIds: [] });
      const where = { tenantId: world.tenant.id };
      expect(await prisma.campaignRecipient.count({ where })).toBe(0);
      expect(await prisma.campaignSend.count({ where })).toBe(0);
      expect(await prisma.automationRun.findMany({ where })).toMatchObject([{ id: world.automationRun.id }]);
      expect(await prisma.campaign.findMany({ where })).toMatchObject([{ id: world.campaign.id }]);
      const gone = { campaignSendId: null, automationRunId: null };
      expect(await prisma.message.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
        { id: world.scheduledMessage.id, status: 'scheduled' },
        { id: world.message.id },
        { id: sent.messageId, status: 'sent', ...gone },
        { id: waiting.messageId, status: 'failed', ...gone },
      ]);
      const events = await prisma.event.findMany({ where: { ...where, type: 'message.updated' } });
      expect(events).toMatchObject([{ data: { id: waiting.messageId, status: 'failed' } }]);
      expect(await prisma.contact.count({ where })).toBe(2);
      expect(expectStatus(await remove(campaignId), 200).body.data).toEqual({
        deletedIds: [],
        notFoundIds: [campaignId],
      });
    });
  });
}
