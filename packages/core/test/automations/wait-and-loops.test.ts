import { describe, expect, test } from '@jest/globals';
import { maxDepth } from '../../src/automations/runs/run.js';
import { addContactLabels, endSnooze } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createAutomation, createLabel } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createRunView, prepareRun, send } from './prepare-run.js';

const worlds = useWorlds();
const tenantId = () => worlds.own.tenant.id;

async function setDepth(runId: string, depth: number) {
  const where = { tenantId_id: { tenantId: tenantId(), id: runId } };
  await worlds.database.prisma.automationRun.update({ where, data: { depth } });
}

describe('wait', () => {
  test('releases the run until the time is over, with an entry in the log', async () => {
    const run = await prepareRun(worlds, [send('1'), { type: 'wait', seconds: 3600 }, send('2')]);
    expect(await run.work()).toEqual({ outcome: 'waiting' });
    const due = new Date(run.context.now().getTime() + 3_600_000);
    expect(await run.read()).toMatchObject({
      status: 'running',
      position: 1,
      scheduledAt: due,
      leaseToken: null,
    });
    expect(await run.log()).toMatchObject([{ isFinished: true }, { type: 'wait', isFinished: false }]);
    const planned = async () =>
      (await findJobs(worlds.database, 'run-automation', run.runId)).map(({ runAt }) => runAt);
    expect(await planned()).toContainEqual(due);

    run.context.clock.advance(3_599_999);
    expect(await run.work()).toEqual({ outcome: 'later' });
    expect(await run.texts()).toEqual(['1']);
    expect(await planned()).toContainEqual(due);

    run.context.clock.advance(1);
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.texts()).toEqual(['1', '2']);
    expect(await run.log()).toMatchObject([
      { position: 0 },
      { position: 1, isFinished: true },
      { position: 2 },
    ]);
  });

  test('until a moment that is past does not wait', async () => {
    const run = await prepareRun(worlds, [{ type: 'wait', until: '2026-01-01T00:00:00Z' }, send('1')]);
    expect(await run.work()).toEqual({ outcome: 'completed' });
    const later = await prepareRun(worlds, [{ type: 'wait', until: '2026-12-01T00:00:00Z' }]);
    expect(await later.work()).toEqual({ outcome: 'waiting' });
    later.context.clock.set('2026-12-01T00:00:00Z');
    expect(await later.work()).toEqual({ outcome: 'completed' });
  });
});

describe('automations that trigger one another', () => {
  test(`are cut at depth ${maxDepth}, with automation_loop on the run`, async () => {
    const { database, own } = worlds;
    const steps = (status: string) => [{ type: 'set_chat_status', status }];
    const opening = await createAutomation(database, tenantId(), {
      triggerType: 'chat_closed',
      steps: steps('open'),
    });
    const closing = await createAutomation(database, tenantId(), {
      triggerType: 'chat_opened',
      steps: steps('closed'),
    });
    const ids = [opening.id, closing.id];
    const first = await prepareRun(worlds, [{ type: 'set_chat_status', status: 'closed' }]);
    await first.work();
    const findScheduled = () =>
      database.prisma.automationRun.findMany({
        where: { tenantId: own.tenant.id, automationId: { in: ids }, status: 'scheduled' },
      });
    let rounds = 0;
    for (let due = await findScheduled(); due.length > 0; due = await findScheduled()) {
      rounds += 1;
      for (const { id } of due) await createRunView(worlds, { runId: id, context: first.context }).work();
    }
    expect(rounds).toBe(maxDepth);
    const runs = await database.prisma.automationRun.findMany({
      where: { automationId: { in: ids } },
      orderBy: { depth: 'asc' },
    });
    expect(runs.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(runs.at(-1)).toMatchObject({ status: 'failed', error: { code: 'automation_loop' } });
    expect(runs.slice(0, -1).every(({ status }) => status === 'completed')).toBe(true);
    await database.prisma.automation.updateMany({ where: { id: { in: ids } }, data: { status: 'inactive' } });
  });

  test('through snoozes that end are cut as well', async () => {
    const { database } = worlds;
    const looping = await createAutomation(database, tenantId(), {
      triggerType: 'chat_opened',
      steps: [{ type: 'set_chat_status', status: 'snoozed', snoozeSeconds: 1 }],
    });
    const first = await prepareRun(worlds, [
      { type: 'set_chat_status', status: 'snoozed', snoozeSeconds: 1 },
    ]);
    await first.work();
    const { context, chatId } = first;
    const where = { automationId: looping.id };
    for (let round = 1; round <= maxDepth; round += 1) {
      context.clock.advance(1_000);
      expect(await endSnooze(context, chatId)).toBe(true);
      const { id } = await database.prisma.automationRun.findFirstOrThrow({
        where: { ...where, depth: round },
      });
      await createRunView(worlds, { runId: id, context }).work();
    }
    context.clock.advance(1_000);
    expect(await endSnooze(context, chatId)).toBe(false);
    const runs = await database.prisma.automationRun.findMany({ where, orderBy: { depth: 'asc' } });
    expect(runs).toHaveLength(maxDepth);
    expect(runs.at(-1)).toMatchObject({ status: 'failed', error: { code: 'automation_loop' } });
    await database.prisma.automation.updateMany({ where: { id: looping.id }, data: { status: 'inactive' } });
  });

  test('one level less deep are not', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    await setDepth(run.runId, maxDepth - 1);
    expect(await run.work()).toEqual({ outcome: 'completed' });
  });
});

describe('a label added by the API', () => {
  test('starts runs at depth 0', async () => {
    const { database, own } = worlds;
    const listening = await createAutomation(database, tenantId(), { triggerType: 'label_added' });
    const label = await createLabel(database, tenantId());
    await addContactLabels(worlds.context(), { contactId: own.contact.id, labelIds: [label.id] });
    const runs = await database.prisma.automationRun.findMany({ where: { automationId: listening.id } });
    expect(runs).toMatchObject([{ depth: 0 }]);
  });
});
