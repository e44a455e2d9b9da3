import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AutomationRun } from '@parley/database';
import { createAutomation, createAutomationRun, createContact, expectStatus } from '@parley/testkit';
import { failure } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { type Stage, startTime } from '../../support/start-stage.js';

export function describeAutomationRuns(stage: Stage): void {
  let automationId: string;
  let completed: AutomationRun;
  let failed: AutomationRun;

  /** Four runs of one automation, created a minute apart, and one of another. */
  beforeAll(async () => {
    const { database, tenantId, own } = stage;
    const automation = await createAutomation(database, tenantId);
    automationId = automation.id;
    const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute));
    const contactId = own.contact.id;
    completed = await createAutomationRun(database, automation, {
      contactId,
      chatId: own.chat.id,
      status: 'completed',
      variables: { code: 'SPRING' },
      createdAt: at(0),
      updatedAt: at(3),
      scheduledAt: at(1),
      startedAt: at(2),
      finishedAt: at(3),
      position: 4,
    });
    const base = { tenantId, runId: completed.id, startedAt: at(2), finishedAt: at(3) };
    await database.prisma.automationRunStep.createMany({
      data: [
        { ...base, number: 1, position: 0, type: 'send_message', result: { messageId: own.message.id } },
        { ...base, number: 2, position: 1, type: 'condition', result: { isMet: true } },
        {
          ...base,
          number: 3,
          position: 2,
          type: 'call_webhook',
          error: { code: 'webhook_failed', message: 'It responded with 500.' },
        },
        { ...base, number: 4, position: 2, type: 'call_webhook', result: { statusCode: 204 } },
        { ...base, number: 5, position: 3, type: 'wait', finishedAt: null },
      ],
    });
    failed = await createAutomationRun(database, automation, {
      contactId: (await createContact(database, tenantId)).id,
      status: 'failed',
      error: { code: 'label_not_found', message: 'The label of this step no longer exists.' },
      createdAt: at(4),
      finishedAt: at(5),
    });
    for (const minute of [6, 7]) {
      await createAutomationRun(database, automation, { contactId, createdAt: at(minute) });
    }
  });

  function search(body: { query?: string; sortBy?: string } = {}, id = automationId) {
    return stage.v3.call('searchAutomationRuns', { params: { automationId: id }, body });
  }

  describe('searchAutomationRuns 200', () => {
    it('returns the runs of the automation and no others, newest first', async () => {
      const { body } = expectStatus(await search(), 200);
      expect(body.pagination.total).toBe(4);
      expect(body.data.map(({ createdAt }) => createdAt.slice(14, 16))).toEqual(['07', '06', '04', '00']);
      expect(body.data[3]).toEqual({
        id: completed.id,
        createdAt: '2026-10-01T00:00:00.000Z',
        updatedAt: '2026-10-01T00:03:00.000Z',
        automationId,
        automationVersionId: completed.automationVersionId,
        contactId: stage.own.contact.id,
        chatId: stage.own.chat.id,
        campaignId: null,
        status: 'completed',
        scheduledAt: '2026-10-01T00:01:00.000Z',
        startedAt: '2026-10-01T00:02:00.000Z',
        finishedAt: '2026-10-01T00:03:00.000Z',
        position: 4,
        error: null,
      });
      expect(body.data[2]).toMatchObject({
        id: failed.id,
        chatId: null,
        startedAt: null,
        error: { code: 'label_not_found' },
      });
    });

    it.each([
      ['eq(status,failed)', 1],
      ['in(status,scheduled,running)', 2],
      ['isNull(chatId)', 3],
      ['isNull(finishedAt)', 2],
      ['lt(scheduledAt,2027-01-01)', 1],
    ])('query %s finds %i', async (query, count) => {
      expect(expectStatus(await search({ query }), 200).body.pagination.total).toBe(count);
    });

    it('finds the runs of a contact', async () => {
      const { body } = expectStatus(await search({ query: `eq(contactId,"${failed.contactId}")` }), 200);
      expect(body.data.map(({ id }) => id)).toEqual([failed.id]);
    });
  });

  describe('searchAutomationRuns 404', () => {
    it('automation_not_found', async () => {
      const { body } = expectStatus(await search({}, stage.other.automation.id), 404);
      expect(body).toEqual(failure('automation_not_found', 'Automation not found'));
    });
  });

  function get(runId: string, id = automationId) {
    return stage.v3.call('getAutomationRun', { params: { automationId: id, runId } });
  }

  describe('getAutomationRun 200', () => {
    it('returns the variables, and every executed or attempted step with its result', async () => {
      const { data } = expectStatus(await get(completed.id), 200).body;
      const entry = {
        startedAt: '2026-10-01T00:02:00.000Z',
        finishedAt: '2026-10-01T00:03:00.000Z',
        error: null,
        result: null,
      };
      const nothing = { messageId: null, isMet: null, statusCode: null, outcome: null };
      const { id: messageId } = stage.own.message;
      expect(data).toMatchObject({ id: completed.id, status: 'completed', variables: { code: 'SPRING' } });
      expect(data.steps).toEqual([
        { ...entry, position: 0, type: 'send_message', result: { ...nothing, messageId } },
        { ...entry, position: 1, type: 'condition', result: { ...nothing, isMet: true } },
        {
          ...entry,
          position: 2,
          type: 'call_webhook',
          error: { code: 'webhook_failed', message: 'It responded with 500.' },
        },
        { ...entry, position: 2, type: 'call_webhook', result: { ...nothing, statusCode: 204 } },
        { ...entry, position: 3, type: 'wait', finishedAt: null },
      ]);
    });
  });

  describe('getAutomationRun 404', () => {
    it('automation_run_not_found for a run of another automation too; automation_not_found takes precedence', async () => {
      for (const runId of [stage.own.automationRun.id, stage.other.automationRun.id]) {
        const { body } = expectStatus(await get(runId), 404);
        expect(body).toEqual(failure('automation_run_not_found', 'Automation run not found'));
      }
      const { body } = expectStatus(await get(completed.id, stage.own.contact.id), 404);
      expect(body).toEqual(failure('automation_not_found', 'Automation not found'));
    });
  });

  function cancel(runId: string) {
    return stage.v3.call('cancelAutomationRun', { params: { automationId, runId } });
  }

  describe('cancelAutomationRun 200', () => {
    it.each(['scheduled', 'running'] as const)('ends a run that is %s', async (status) => {
      const automation = await stage.database.prisma.automation.findFirstOrThrow({
        where: { id: automationId },
      });
      const run = await createAutomationRun(stage.database, automation, {
        contactId: stage.own.contact.id,
        status,
        leaseToken: status === 'running' ? stage.own.chat.id : null,
      });
      const { data } = expectStatus(await cancel(run.id), 200).body;
      expect(data).toMatchObject({ id: run.id, status: 'canceled', finishedAt: startTime, steps: [] });
      const stored = await stage.database.prisma.automationRun.findFirstOrThrow({ where: { id: run.id } });
      expect(stored).toMatchObject({ status: 'canceled', leaseToken: null });
    });
  });

  describe('cancelAutomationRun 404', () => {
    it('automation_run_not_found', async () => {
      const { body } = expectStatus(await cancel(stage.own.automationRun.id), 404);
      expect(body).toEqual(failure('automation_run_not_found', 'Automation run not found'));
    });
  });

  describe('cancelAutomationRun 409', () => {
    it('automation_run_finished for a run that has ended; nothing changes', async () => {
      const before = await snapshotTenant(stage.database, stage.tenantId);
      for (const { id } of [completed, failed]) {
        const { body } = expectStatus(await cancel(id), 409);
        expect(body).toEqual(failure('automation_run_finished', 'The run has already ended'));
      }
      expect(await snapshotTenant(stage.database, stage.tenantId)).toEqual(before);
    });
  });
}
