import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createAutomation, expectStatus } from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { type Stage, startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { describeLocalStart } from './local-start.js';

export function describeTriggerAutomation(stage: Stage, world: RenewableWorld): void {
  function trigger(
    body: Omit<components['schemas']['AutomationTriggerRequest'], 'contactId'> & { contactId?: string } = {},
    automationId = world.automation.id,
  ) {
    const request = { contactId: world.contact.id, ...body };
    return world.v3.call('triggerAutomation', { params: { automationId }, body: request });
  }

  function findRuns() {
    return stage.database.prisma.automationRun.findMany({
      where: { tenantId: world.tenant.id, id: { not: world.automationRun.id } },
    });
  }

  describe('triggerAutomation 200', () => {
    beforeEach(world.renew);

    it('responds without data, and creates a run of the active version with a job that is due now', async () => {
      const { body } = expectStatus(await trigger(), 200);
      expect(body).toEqual({ success: true });
      const runs = await findRuns();
      expect(runs).toMatchObject([
        {
          automationId: world.automation.id,
          automationVersionId: world.automation.activeVersionId,
          contactId: world.contact.id,
          chatId: null,
          status: 'scheduled',
          variables: {},
          scheduledAt: new Date(startTime),
          startedAt: null,
        },
      ]);
      const runId = runs[0]?.id ?? '';
      expect(await findJobs(stage.database, 'run-automation', runId)).toEqual([
        { payload: { tenantId: world.tenant.id, runId }, runAt: startTime },
      ]);
    });

    it('stores the variables', async () => {
      const variables = { code: 'SPRING', empty: '', 'quo"te': '{{x}}', __proto__x: '☎️' };
      expectStatus(await trigger({ variables }), 200);
      expect(await findRuns()).toMatchObject([{ variables }]);
    });

    it('waits for scheduledAt', async () => {
      expectStatus(await trigger({ scheduledAt: '2026-12-24T18:00:00.5+01:00' }), 200);
      const [run] = await findRuns();
      const due = '2026-12-24T17:00:00.500Z';
      expect(run).toMatchObject({ status: 'scheduled', scheduledAt: new Date(due) });
      expect(await findJobs(stage.database, 'run-automation', run?.id ?? '')).toMatchObject([{ runAt: due }]);
    });

    it('treats a time in the past as now', async () => {
      expectStatus(await trigger({ scheduledAt: '2001-01-01T00:00:00Z' }), 200);
      const [run] = await findRuns();
      expect(run?.scheduledAt).toEqual(new Date(startTime));
      expect(await findJobs(stage.database, 'run-automation', run?.id ?? '')).toMatchObject([
        { runAt: startTime },
      ]);
    });

    it('runs for any trigger, and as often as it is called', async () => {
      const options = { triggerType: 'chat_closed', triggerChannelId: world.channel.id } as const;
      const { id } = await createAutomation(stage.database, world.tenant.id, options);
      expectStatus(await trigger({}, id), 200);
      expectStatus(await trigger({}, id), 200);
      expect(await findRuns()).toHaveLength(2);
    });
  });

  describe('triggerAutomation 400', () => {
    beforeAll(world.renew);

    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`v${index}`, '']));
    it.each([
      [{ contactId: undefined }, { contactId: 'invalid_type' }],
      [{ contactId: 'ada' }, { contactId: 'invalid_string' }],
      [{ contactId: null }, { contactId: 'invalid_type' }],
      [{ variables: ['a'] }, { variables: 'invalid_type' }],
      [
        { variables: { a: 1, b: null, c: {} } },
        { 'variables.a': 'invalid_type', 'variables.b': 'invalid_type', 'variables.c': 'invalid_type' },
      ],
      [{ variables: { a: 'x'.repeat(4_097) } }, { 'variables.a': 'too_big' }],
      [{ variables: many }, { variables: 'too_big' }],
      [{ scheduledAt: 'soon' }, { scheduledAt: 'invalid_date' }],
      [{ scheduledAt: '2026-12-24T18:00:00' }, { scheduledAt: 'invalid_date' }],
      [{ scheduledAt: 1_794_648_660 }, { scheduledAt: 'invalid_type' }],
    ])('for %j; no run is created', async (invalid, expected) => {
      const params = { automationId: world.automation.id };
      const wrongBody = { contactId: world.contact.id, ...invalid };
      const response = await world.v3.call('triggerAutomation', { params, wrongBody });
      expect(errorKeys(response)).toEqual(expected);
      expect(await findRuns()).toEqual([]);
    });
  });

  describe('triggerAutomation 400 for placeholders', () => {
    beforeAll(world.renew);

    it('names each placeholder that cannot have a value; no run is created', async () => {
      const steps = [{ type: 'send_message', text: '{{firstName}} {{ größe.cm }} {{order}}' }];
      const { id } = await createAutomation(stage.database, world.tenant.id, { steps });
      const { body } = expectStatus(await trigger({ variables: { order: '7' } }, id), 400);
      expect(body).toEqual(invalid({ 'variables.größe.cm': { key: 'invalid_type', message: 'Required' } }));
      expect(await findRuns()).toEqual([]);
      expectStatus(await trigger({ variables: { order: '7', 'größe.cm': '180' } }, id), 200);
      expect(await findRuns()).toHaveLength(1);
    });
  });

  describeLocalStart(stage, world);

  describe('triggerAutomation 404', () => {
    beforeAll(world.renew);

    it('automation_not_found, contact_not_found; no run is created', async () => {
      const noAutomation = expectStatus(await trigger({}, world.contact.id), 404);
      expect(noAutomation.body.error).toEqual({
        messageKey: 'automation_not_found',
        message: 'Automation not found',
      });
      for (const contactId of [world.automation.id, stage.other.contact.id]) {
        const { body } = expectStatus(await trigger({ contactId }), 404);
        expect(body.error).toEqual({ messageKey: 'contact_not_found', message: 'Contact not found' });
      }
      expect(await findRuns()).toEqual([]);
    });
  });

  describe('triggerAutomation 409', () => {
    beforeEach(world.renew);

    it.each(['draft', 'inactive'] as const)(
      'when the automation is %s; no run is created',
      async (status) => {
        const { id } = await createAutomation(stage.database, world.tenant.id, { status });
        const before = await snapshotTenant(stage.database, world.tenant.id);
        const { body } = expectStatus(await trigger({}, id), 409);
        expect(body.error).toEqual({
          messageKey: 'automation_not_active',
          message: 'Automation is not active',
        });
        expect(await snapshotTenant(stage.database, world.tenant.id)).toEqual(before);
      },
    );
  });
}
