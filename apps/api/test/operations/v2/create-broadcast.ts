import { beforeEach, describe, expect, it } from '@jest/globals';
import { createMessageTemplate, expectStatus } from '@parley/testkit';
import { findJobs } from '../support/find-jobs.js';
import type { Stage } from '../support/start-stage.js';
import { startTime } from '../support/start-stage.js';
import type { RenewableWorld } from '../support/use-stage.js';
import { broadcastCalls } from './broadcast-calls.js';

export function describeBroadcastCreation(stage: Stage, world: RenewableWorld): void {
  const { create, createTemplateWorkflow } = broadcastCalls(stage, world);

  describe('createBroadcast 200', () => {
    beforeEach(world.renew);

    it('is scheduled for now by default, with a job that starts it', async () => {
      const { body } = expectStatus(await create(), 200);
      expect(body.data).toEqual({
        id: expect.any(String),
        name: 'Autumn offer',
        workflowId: world.automation.id,
        isScheduled: false,
        isReoccurring: false,
        status: 'SCHEDULED',
        createdAt: startTime,
        updatedAt: startTime,
      });
      const campaignId = body.data.id;
      const stored = await stage.database.prisma.campaign.findFirstOrThrow({ where: { id: campaignId } });
      expect(stored).toMatchObject({
        channelId: world.channel.id,
        automationId: world.automation.id,
        messageTemplateId: null,
        status: 'scheduled',
        nextOccurrenceAt: new Date(startTime),
      });
      expect(await findJobs(stage.database, 'start-campaign', campaignId)).toEqual([
        { payload: { tenantId: world.tenant.id, campaignId }, runAt: startTime },
      ]);
      const params = { channelId: world.channel.id };
      const listed = expectStatus(await world.v2.call('listBroadcasts', { params }), 200).body;
      expect(listed.data.broadcasts).toContainEqual(body.data);
    });

    it('waits for scheduledAt and recurs by its rules; the response contains rules and variables', async () => {
      const recurrenceRules = ['FREQ=DAILY;COUNT=3', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU'];
      const variables = [
        { name: 'code', value: 'SPRING' },
        { name: 'code', value: '' },
      ];
      const scheduledAt = '2026-12-24T18:00:00+01:00';
      const timing = { isScheduled: true, scheduledAt, isReoccurring: true, recurrenceRules };
      const messageTemplateId = world.messageTemplate.id;
      const workflowId = await createTemplateWorkflow();
      const values = { ...timing, variables, messageTemplateId, workflowId };
      const { data } = expectStatus(await create(values), 200).body;
      const due = '2026-12-24T17:00:00.000Z';
      expect(data).toMatchObject({ ...timing, scheduledAt: due, variables, status: 'SCHEDULED' });
      const stored = await stage.database.prisma.campaign.findFirstOrThrow({ where: { id: data.id } });
      expect(stored).toMatchObject({
        messageTemplateId,
        nextOccurrenceAt: new Date(due),
        recurrenceRules,
        variables,
      });
      expect(await findJobs(stage.database, 'start-campaign', data.id)).toMatchObject([{ runAt: due }]);
    });

    it('accepts a template for its channel, and one for every channel', async () => {
      const workflowId = await createTemplateWorkflow();
      for (const channelType of [world.channel.type, null]) {
        const template = await createMessageTemplate(stage.database, world.tenant.id, { channelType });
        expectStatus(await create({ workflowId, messageTemplateId: template.id }), 200);
      }
    });
  });
}
