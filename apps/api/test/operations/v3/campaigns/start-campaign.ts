import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAutomation, createCampaign, createMessageTemplate, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';
import { startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { campaignCalls, notActive, stateConflict } from './campaign-calls.js';

export function describeCampaignStart(stage: Stage, world: RenewableWorld): void {
  const { snapshot, createdBy, update, start } = campaignCalls(stage, world);

  describe('startCampaign 200', () => {
    beforeEach(world.renew);

    it.each([
      [{}, startTime],
      [{ scheduledAt: '2001-01-01T00:00:00Z' }, '2001-01-01T00:00:00.000Z'],
      [{ scheduledAt: '2026-12-01T08:00:00Z' }, '2026-12-01T08:00:00.000Z'],
      [{ recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=9'] }, '2026-10-19T09:30:00.000Z'],
    ])('with %j it is due at %s', async (timing, due) => {
      const { id } = await createdBy(timing);
      const { data } = expectStatus(await start(id), 200).body;
      expect(data).toMatchObject({ status: 'scheduled', nextOccurrenceAt: due });
      expect(await findJobs(stage.database, 'start-campaign', id)).toEqual([
        { payload: { tenantId: world.tenant.id, campaignId: id }, runAt: due },
      ]);
    });
  });

  describe('startCampaign 409; nothing changes', () => {
    beforeAll(world.renew);

    it.each(['scheduled', 'running', 'completed', 'failed', 'canceled'] as const)(
      'campaign_state_conflict when it is %s',
      async (status) => {
        const { id } = await createCampaign(stage.database, world.tenant.id, { status });
        const before = await snapshot();
        expect(expectStatus(await start(id), 409).body).toEqual(stateConflict);
        expect(await snapshot()).toEqual(before);
      },
    );

    it.each(['draft', 'inactive'] as const)(
      'automation_not_active when the automation is %s',
      async (status) => {
        const automation = await createAutomation(stage.database, world.tenant.id, { status });
        const { id } = await createdBy({ automationId: automation.id });
        const before = await snapshot();
        expect(expectStatus(await start(id), 409).body).toEqual(notActive);
        expect(await snapshot()).toEqual(before);
      },
    );
  });

  describe('startCampaign 400', () => {
    beforeAll(world.renew);

    it('when the rules have no occurrence left', async () => {
      const { id } = await createdBy({ recurrenceRules: ['FREQ=DAILY;UNTIL=20261020'] });
      stage.clock.set('2026-10-21T00:00:00.000Z');
      expect(errorKeys(await start(id))).toEqual({ recurrenceRules: 'invalid_string' });
    });
  });

  describe('startCampaign 400 for a template that creation would now refuse; nothing changes', () => {
    beforeEach(world.renew);

    async function createTemplated(recurrenceRules: string[] = []) {
      const { database } = stage;
      const { id: messageTemplateId } = await createMessageTemplate(database, world.tenant.id);
      const steps = [{ type: 'send_template', messageTemplateId: world.messageTemplate.id }];
      const { id: automationId } = await createAutomation(database, world.tenant.id, { steps });
      const { id } = await createdBy({ automationId, messageTemplateId, recurrenceRules });
      return { id, automationId, messageTemplateId };
    }

    it.each([
      ['is not approved any more', { status: 'rejected' }, { messageTemplateId: 'not_found' }],
      ['is for another channel now', { channelType: 'sms' }, { messageTemplateId: 'not_found' }],
      ['has another placeholder', { body: '{{code}}' }, { 'variables.code': 'invalid_type' }],
    ] as const)('when it %s', async (_, body, expected) => {
      const { id, messageTemplateId } = await createTemplated();
      const changed = await world.v3.call('updateMessageTemplate', {
        params: { messageTemplateId },
        body,
      });
      expectStatus(changed, 200);
      const before = await snapshot();
      expect(errorKeys(await start(id))).toEqual(expected);
      expect(await snapshot()).toEqual(before);
    });

    it('when no step sends a template any more', async () => {
      const { id, automationId } = await createTemplated();
      const params = { automationId };
      const body = { steps: [{ type: 'send_message' as const, text: 'Hello!' }] };
      expectStatus(await world.v3.call('updateAutomation', { params, body }), 200);
      expectStatus(await world.v3.call('publishAutomation', { params }), 200);
      expect(errorKeys(await start(id))).toEqual({ messageTemplateId: 'unrecognized_keys' });
    });

    it('together with the error of its time; 200 once both are corrected', async () => {
      const { id, messageTemplateId } = await createTemplated(['FREQ=DAILY;UNTIL=20261020']);
      const change = (status: 'rejected' | 'approved') =>
        world.v3.call('updateMessageTemplate', {
          params: { messageTemplateId },
          body: { status },
        });
      expectStatus(await change('rejected'), 200);
      stage.clock.set('2026-10-21T00:00:00.000Z');
      const expected = { recurrenceRules: 'invalid_string', messageTemplateId: 'not_found' };
      expect(errorKeys(await start(id))).toEqual(expected);
      expectStatus(await change('approved'), 200);
      expectStatus(await update(id, { recurrenceRules: [] }), 200);
      expectStatus(await start(id), 200);
    });
  });
}
