import { describe, expect, test } from '@jest/globals';
import {
  type AutomationStep,
  cancelAutomationRun,
  getAutomationRun,
  newId,
  runsOf,
  search,
} from '../../src/index.js';
import { refusal } from '../refusals.js';
import { startTime } from '../test-context.js';
import { useWorlds } from '../use-worlds.js';
import { prepareRun } from './prepare-run.js';

const worlds = useWorlds();

describe('runs', () => {
  const steps: AutomationStep[] = [
    { type: 'send_message', text: '1' },
    { type: 'wait', seconds: 60 },
    { type: 'send_message', text: '2' },
  ];

  test('are found and shown with their log', async () => {
    const run = await prepareRun(worlds, steps, { variables: { code: 'A-1' } });
    await run.work();
    const { automationId, runId, contactId, chatId, context } = run;
    const { automationVersionId } = await run.read();
    const record = {
      id: runId,
      createdAt: startTime,
      updatedAt: startTime,
      automationId,
      automationVersionId,
      contactId,
      chatId,
      campaignId: null,
      status: 'running',
      scheduledAt: '2026-11-14T09:31:00.000Z',
      startedAt: startTime,
      finishedAt: null,
      position: 1,
      error: null,
    };
    const first = { position: 0, startedAt: startTime, error: null };
    expect(await getAutomationRun(context, { automationId, runId })).toEqual({
      ...record,
      variables: { code: 'A-1' },
      mediaFileId: null,
      steps: [
        { ...first, type: 'send_message', finishedAt: startTime, result: { messageId: expect.any(String) } },
        { ...first, position: 1, type: 'wait', finishedAt: null, result: null },
      ],
    });
    const request = { query: `and(eq(status,running),eq(contactId,"${contactId}"))`, search: 'ada berg' };
    expect(await search(context, runsOf(automationId), request)).toMatchObject({
      records: [record],
      total: 1,
    });
    for (const unknown of [newId(), 'nothing', worlds.other.automation.id]) {
      const searching = search(context, runsOf(unknown), {});
      await expect(searching).rejects.toMatchObject(refusal('automation_not_found'));
    }
  });

  test('are canceled before their next step; 409 when they have ended', async () => {
    const run = await prepareRun(worlds, steps);
    await run.work();
    const { automationId, runId, context } = run;
    const canceled = await cancelAutomationRun(context, { automationId, runId });
    expect(canceled).toMatchObject({ status: 'canceled', position: 1, finishedAt: startTime });
    context.clock.advance(60_000);
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await run.texts()).toEqual(['1']);
    await expect(cancelAutomationRun(context, { automationId, runId })).rejects.toMatchObject(
      refusal('automation_run_finished'),
    );
  });

  test('are canceled during a step: that step finishes, and no other begins', async () => {
    const call: AutomationStep = { type: 'call_webhook', url: 'https://partner.example' };
    const run = await prepareRun(worlds, [call, { type: 'send_message', text: '1' }]);
    const { automationId, runId, context } = run;
    const report = await run.work({
      async callWebhook() {
        await cancelAutomationRun(context, { automationId, runId });
        return { kind: 'succeeded', statusCode: 200 };
      },
    });
    expect(report).toEqual({ outcome: 'over' });
    expect(await run.read()).toMatchObject({ status: 'canceled', position: 0 });
    expect(await run.texts()).toEqual([]);
  });

  test('404 for an unknown automation, then for an unknown run', async () => {
    const { context, automationId, runId } = await prepareRun(worlds, steps);
    for (const wrong of [newId(), 'x', worlds.other.automation.id]) {
      const key = { automationId: wrong, runId };
      await expect(getAutomationRun(context, key)).rejects.toMatchObject(refusal('automation_not_found'));
      await expect(cancelAutomationRun(context, key)).rejects.toMatchObject(refusal('automation_not_found'));
    }
    for (const wrong of [newId(), 'x']) {
      const key = { automationId, runId: wrong };
      await expect(getAutomationRun(context, key)).rejects.toMatchObject(refusal('automation_run_not_found'));
      await expect(cancelAutomationRun(context, key)).rejects.toMatchObject(
        refusal('automation_run_not_found'),
      );
    }
  });
});
