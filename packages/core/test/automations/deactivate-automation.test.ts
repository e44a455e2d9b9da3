import { describe, expect, test } from '@jest/globals';
import {
  type AutomationStep,
  campaignDetails,
  deactivateAutomation,
  deleteAutomation,
  finishCampaign,
  getAutomationRun,
  getById,
  publishAutomation,
  startOccurrence,
  updateAutomation,
} from '../../src/index.js';
import { prepareCampaign } from '../campaigns/prepare-campaign.js';
import { startTime } from '../test-context.js';
import { useWorlds } from '../use-worlds.js';
import { prepareRun } from './prepare-run.js';

const worlds = useWorlds();
const send = (text: string): AutomationStep => ({ type: 'send_message', text });
const reason = {
  code: 'automation_not_active',
  message: 'The automation was deactivated before the run began.',
};

describe('a run that was scheduled before its automation was deactivated', () => {
  test('is canceled at once with the reason, and sends nothing when its time comes', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    const { context, automationId, runId } = run;
    await deactivateAutomation(context, automationId);
    expect(await getAutomationRun(context, { automationId, runId })).toMatchObject({
      status: 'canceled',
      startedAt: null,
      finishedAt: startTime,
      error: reason,
    });
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await run.texts()).toEqual([]);
  });

  test('stays canceled when the automation is published again', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    const { context, automationId } = run;
    await deactivateAutomation(context, automationId);
    await publishAutomation(context, automationId);
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await run.read()).toMatchObject({ status: 'canceled' });
    expect(await run.texts()).toEqual([]);
  });

  test('does not begin either when it was triggered in the moment of the deactivation', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    // The trigger read that the automation is active, and commits after the deactivation, which did not see the run.
    await worlds.database.prisma.automation.updateMany({
      where: { id: run.automationId },
      data: { status: 'inactive' },
    });
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await run.read()).toMatchObject({ status: 'canceled', startedAt: null, error: reason });
    expect(await run.texts()).toEqual([]);
  });

  test('goes when its automation is deleted', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    await deleteAutomation(run.context, run.automationId);
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await worlds.database.prisma.automationRun.count({ where: { id: run.runId } })).toBe(0);
  });
});

test('a run that waits in a step when its automation is deactivated goes on to its end', async () => {
  const run = await prepareRun(worlds, [send('1'), { type: 'wait', seconds: 60 }, send('2')]);
  const { context, automationId } = run;
  expect(await run.work()).toEqual({ outcome: 'waiting' });
  await deactivateAutomation(context, automationId);
  context.clock.advance(60_000);
  expect(await run.work()).toEqual({ outcome: 'completed' });
  expect(await run.texts()).toEqual(['1', '2']);
});

test('a scheduled run keeps the version that was active when it was scheduled', async () => {
  const run = await prepareRun(worlds, [send('old')]);
  const { context, automationId } = run;
  await updateAutomation(context, automationId, { steps: [send('new')] });
  await publishAutomation(context, automationId);
  expect(await run.work()).toEqual({ outcome: 'completed' });
  expect(await run.texts()).toEqual(['old']);
});

test('a running campaign whose automation is deactivated cancels the recipients whose runs have not begun', async () => {
  const { campaign, context, ...prepared } = await prepareCampaign(worlds, { contactCount: 2 });
  await startOccurrence(context, campaign.id);
  await deactivateAutomation(context, campaign.automationId);
  expect(await prepared.runAll()).toBe(0);
  expect(await prepared.totals()).toMatchObject({ recipients: 2, pending: 0, sent: 0, canceled: 2 });
  expect(await finishCampaign(context, campaign.id)).toBe(true);
  expect(await getById(context, campaignDetails, campaign.id)).toMatchObject({ status: 'completed' });
});
