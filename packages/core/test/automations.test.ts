import { describe, expect, test } from '@jest/globals';
import { newId, triggerAutomation } from '../src/index.js';
import { findJobs } from './find-jobs.js';
import { refusal } from './refusals.js';
import { startTime } from './test-context.js';
import { createAutomation, createContact } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const { database, prisma, own, other, context } = useWorlds();

describe('trigger an automation', () => {
  test('records a run of the active version and a job that is due now', async () => {
    const variables = { order: 'A-1187' };
    const { runId } = await triggerAutomation(context(), {
      automationId: own.automation.id,
      contactId: own.contact.id,
      variables,
    });
    const run = await prisma.automationRun.findFirstOrThrow({ where: { id: runId } });
    expect(run).toMatchObject({
      tenantId: own.tenant.id,
      automationId: own.automation.id,
      automationVersionId: own.automation.activeVersionId,
      contactId: own.contact.id,
      chatId: null,
      status: 'scheduled',
      variables,
      scheduledAt: new Date(startTime),
    });
    const [job] = await findJobs(database, 'run-automation', runId);
    expect(job).toMatchObject({ payload: { tenantId: own.tenant.id, runId }, runAt: new Date(startTime) });
  });

  test.each([
    ['2026-12-01T08:00:00Z', '2026-12-01T08:00:00.000Z'],
    ['2026-12-01T08:00:00+02:00', '2026-12-01T06:00:00.000Z'],
    ['2020-01-01T00:00:00Z', startTime],
  ])('scheduled at %s is due at %s', async (scheduledAt, dueAt) => {
    const { runId } = await triggerAutomation(context(), {
      automationId: own.automation.id,
      contactId: own.contact.id,
      scheduledAt,
    });
    const run = await prisma.automationRun.findFirstOrThrow({ where: { id: runId } });
    expect(run.scheduledAt).toEqual(new Date(dueAt));
    expect(await findJobs(database, 'run-automation', runId)).toMatchObject([{ runAt: new Date(dueAt) }]);
  });

  test('404 for the automation comes before 404 for the contact, and both before 409', async () => {
    const draft = await createAutomation(database, own.tenant.id, { status: 'draft' });
    const trigger = (automationId: string, contactId: string) =>
      triggerAutomation(context(), { automationId, contactId });
    for (const automationId of [newId(), 'not-an-id', other.automation.id]) {
      await expect(trigger(automationId, newId())).rejects.toMatchObject(refusal('automation_not_found'));
    }
    for (const contactId of [newId(), 'not-an-id', other.contact.id]) {
      await expect(trigger(draft.id, contactId)).rejects.toMatchObject(refusal('contact_not_found'));
    }
    await expect(trigger(draft.id, own.contact.id)).rejects.toMatchObject(refusal('automation_not_active'));
  });

  test.each(['draft', 'inactive'] as const)(
    '409 when the automation is %s; no run is created',
    async (status) => {
      const automation = await createAutomation(database, own.tenant.id, { status });
      const contact = await createContact(database, own.tenant.id);
      await expect(
        triggerAutomation(context(), { automationId: automation.id, contactId: contact.id }),
      ).rejects.toMatchObject(refusal('automation_not_active'));
      expect(await prisma.automationRun.count({ where: { contactId: contact.id } })).toBe(0);
    },
  );
});
