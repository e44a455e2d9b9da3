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
  triggerAutomation,
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

  test('does not begin when it was triggered at the same time as the deactivation', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    // The trigger has read that the automation is active, and commits after the deactivation, which did not see the
    // run.
    await worlds.database.prisma.automation.updateMany({
      where: { id: run.automationId },
      data: { status: 'inactive' },
    });
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await run.read()).toMatchObject({ status: 'canceled', startedAt: null, error: reason });
    expect(await run.texts()).toEqual([]);
  });

  test('is deleted with its automation', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    await deleteAutomation(run.context, run.automationId);
    expect(await run.work()).toEqual({ outcome: 'over' });
    expect(await worlds.database.prisma.automationRun.count({ where: { id: run.runId } })).toBe(0);
  });
});

describe('an automation with thousands of scheduled runs', () => {
  const runCount = 2_300;

  async function prepareMany() {
    const run = await prepareRun(worlds, [send('1')]);
    await worlds.database.pool.query(
      `insert into automation_runs (tenant_id, id, automation_id, automation_version_id, contact_id, scheduled_at)
       select tenant_id, gen_random_uuid(), automation_id, automation_version_id, contact_id, scheduled_at
       from automation_runs cross join generate_series(2, $2::int) where id = $1`,
      [run.runId, runCount],
    );
    return run;
  }

  const statusesOf = (automationId: string) =>
    worlds.database.prisma.automationRun.groupBy({ by: ['status'], where: { automationId }, _count: true });

  /** Returns the number of runs that each statement has written, without statements that wrote none. */
  async function countWrites(work: () => Promise<unknown>): Promise<number[]> {
    const { pool } = worlds.database;
    await pool.query(`
      create table written (count int);
      create function count_runs() returns trigger language plpgsql as $$
        begin insert into written select count(*) from changed having count(*) > 0; return null; end $$;
      create trigger count_runs after update on automation_runs referencing new table as changed
        for each statement execute function count_runs()`);
    try {
      await work();
      const { rows } = await pool.query<{ count: number }>('select count from written');
      return rows.map(({ count }) => count);
    } finally {
      await pool.query('drop function count_runs() cascade; drop table written');
    }
  }

  test('is deactivated without a statement that cancels more than 500 of them', async () => {
    const { context, automationId } = await prepareMany();
    const counts = await countWrites(() => deactivateAutomation(context, automationId));
    expect(counts).toEqual([500, 500, 500, 500, 300]);
    expect(await statusesOf(automationId)).toEqual([{ status: 'canceled', _count: runCount }]);
  });

  test('is deleted without such a statement, too', async () => {
    const { context, automationId } = await prepareMany();
    const counts = await countWrites(() => deleteAutomation(context, automationId));
    expect(counts).toEqual([500, 500, 500, 500, 300]);
    expect(await statusesOf(automationId)).toEqual([]);
  });
});

describe('canceling the runs of an automation', () => {
  test('follows its deactivation, which is visible while the runs are not canceled yet', async () => {
    const { context, automationId, runId, read } = await prepareRun(worlds, [send('1')]);
    const holder = await worlds.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from automation_runs where id = $1 for update', [runId]);
      const deactivating = deactivateAutomation(context, automationId);
      const where = { id: automationId, status: 'inactive' } as const;
      while ((await worlds.database.prisma.automation.count({ where })) === 0);
      await holder.query('commit');
      await deactivating;
    } finally {
      holder.release();
    }
    expect(await read()).toMatchObject({ status: 'canceled' });
  });

  test('is completed by the next call when it was interrupted', async () => {
    const { context, automationId, read } = await prepareRun(worlds, [send('1')]);
    await worlds.database.prisma.automation.updateMany({
      where: { id: automationId },
      data: { status: 'inactive' },
    });
    await deactivateAutomation(context, automationId);
    expect(await read()).toMatchObject({ status: 'canceled', error: reason });
  });

  test('does not affect an automation that is active again when the request is repeated', async () => {
    const { context, automationId, contactId } = await prepareRun(worlds, [send('1')]);
    const repeated = () => ({
      ...context,
      idempotency: {
        key: automationId,
        operationId: 'deactivateAutomation',
        requestHash: 'hash',
        replayed: false,
      },
    });
    await deactivateAutomation(repeated(), automationId);
    await publishAutomation(context, automationId);
    const { runId } = await triggerAutomation(context, { automationId, contactId, variables: {} });
    await deactivateAutomation(repeated(), automationId);
    expect(await getAutomationRun(context, { automationId, runId })).toMatchObject({ status: 'scheduled' });
  });
});

test('a run that waits in a step when its automation is deactivated continues to its end', async () => {
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
