import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAutomation, createCampaign, createContact, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { writeCampaignMessage } from '../../support/write-campaign-message.js';
import { campaignCalls, noTotals, notActive, stateConflict } from './campaign-calls.js';

export function describeCampaignUpdate(stage: Stage, world: RenewableWorld): void {
  const { snapshot, createdBy, update, start, read, createTemplateAutomation } = campaignCalls(stage, world);

  describe('updateCampaign 200', () => {
    beforeEach(world.renew);

    it('changes the given fields, and replaces all recipients and variables', async () => {
      const draft = await createdBy({ contactIds: [world.contact.id], variables: { code: 'A' } });
      const others = await Promise.all([
        createContact(stage.database, world.tenant.id),
        createContact(stage.database, world.tenant.id),
      ]);
      stage.clock.advance(1_000);
      const change = {
        name: 'Winter offer',
        variables: { month: 'May' },
        automationId: await createTemplateAutomation(),
        messageTemplateId: world.messageTemplate.id,
      };
      const { data } = expectStatus(
        await update(draft.id, { ...change, contactIds: others.map(({ id }) => id) }),
        200,
      ).body;
      expect(data).toEqual({
        ...draft,
        ...change,
        updatedAt: '2026-10-15T09:30:01.000Z',
        totals: { ...noTotals, recipients: 2, pending: 2 },
      });
      expect(await read(draft.id)).toEqual(data);
      const cleared = expectStatus(await update(draft.id, { messageTemplateId: null }), 200).body.data;
      expect(cleared).toMatchObject({ ...change, messageTemplateId: null, totals: { recipients: 2 } });
    });

    it('a new time of a scheduled campaign changes its next occurrence and its job', async () => {
      const { id } = await createdBy({ scheduledAt: '2026-12-01T08:00:00Z' });
      expectStatus(await start(id), 200);
      const scheduledAt = '2026-12-02T08:00:00.000Z';
      const { data } = expectStatus(await update(id, { scheduledAt }), 200).body;
      expect(data).toMatchObject({ status: 'scheduled', scheduledAt, nextOccurrenceAt: scheduledAt });
      expect(await findJobs(stage.database, 'start-campaign', id)).toMatchObject([{ runAt: scheduledAt }]);
    });
  });

  describe('updateCampaign 400 and 404; nothing changes', () => {
    beforeAll(world.renew);

    it('as on creation', async () => {
      const before = await snapshot();
      const { id } = world.campaign;
      const name = 'Changed';
      const wrongIds = await update(id, { name, contactIds: [stage.other.contact.id] });
      expect(errorKeys(wrongIds)).toEqual({ 'contactIds.0': 'not_found' });
      const contacts = [{ email: 'ada@example.com', attributes: [{ externalId: 'unknown', value: 'x' }] }];
      expect(errorKeys(await update(id, { name, contacts }))).toEqual({
        'contacts.0.attributes.0.externalId': 'not_found',
      });
      expect(errorKeys(await update(id, { name, timeZone: 'Mars/Olympus' }))).toEqual({
        timeZone: 'invalid_string',
      });
      const missing = [
        [{ channelId: stage.other.channel.id }, 'channel_not_found'],
        [{ automationId: stage.other.automation.id }, 'automation_not_found'],
        [{ messageTemplateId: stage.other.messageTemplate.id }, 'message_template_not_found'],
      ] as const;
      for (const [change, key] of missing) {
        const { error } = expectStatus(await update(id, { name, ...change }), 404).body;
        expect(error.messageKey).toBe(key);
      }
      const { error } = expectStatus(await update(stage.other.campaign.id, { name }), 404).body;
      expect(error.messageKey).toBe('campaign_not_found');
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('updateCampaign 409; nothing changes', () => {
    beforeAll(world.renew);

    it.each(['running', 'completed', 'failed', 'canceled'] as const)('when it is %s', async (status) => {
      const { id } = await createCampaign(stage.database, world.tenant.id, { status });
      const before = await snapshot();
      expect(expectStatus(await update(id, { name: 'Changed' }), 409).body).toEqual(stateConflict);
      expect(await snapshot()).toEqual(before);
    });

    it('for the recipients of a campaign that was already sent', async () => {
      const { id: campaignId } = world.scheduledCampaign;
      await writeCampaignMessage(stage.database, world, { campaignId, status: 'sent' });
      expect(expectStatus(await update(campaignId, { contactIds: [] }), 409).body).toEqual(stateConflict);
      expectStatus(await update(campaignId, { name: 'Changed' }), 200);
    });
  });

  describe('updateCampaign 409 automation_not_active; nothing changes', () => {
    beforeAll(world.renew);

    it('when a scheduled campaign gets an inactive automation', async () => {
      const { id: automationId } = await createAutomation(stage.database, world.tenant.id, {
        status: 'inactive',
      });
      const before = await snapshot();
      const { id } = world.scheduledCampaign;
      expect(expectStatus(await update(id, { automationId }), 409).body).toEqual(notActive);
      expect(await snapshot()).toEqual(before);
    });
  });
}
