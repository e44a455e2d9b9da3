import { describe, expect, test } from '@jest/globals';
import type { Prisma } from '@parley/database';
import { closeStep } from '../../src/automations/runs/log-step.js';
import { type AutomationStep, abandonRun, newId, transact, triggerAutomation } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createLabel } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createDyingDatabase } from './dying-database.js';
import { createRunView, prepareRun, send, succeed } from './prepare-run.js';

const worlds = useWorlds();
const { database, prisma, tenantId } = worlds;
const leaseMs = 60_000;

describe('a worker that is killed', () => {
  test('keeps the run until its lease ends; a worker that comes earlier schedules a retry for that time', async () => {
    const run = await prepareRun(worlds, [send('1'), send('2')]);
    const dying = createDyingDatabase(database, { atQuery: 12, isQueryDone: false });
    await run.work({ context: { ...run.context, database: dying } }).catch(() => undefined);
    const { leaseExpiresAt } = await run.read();
    expect(leaseExpiresAt).toEqual(new Date(run.context.now().getTime() + leaseMs));
    expect(await run.work()).toEqual({ outcome: 'later' });
    const jobs = await findJobs(database, 'run-automation', run.runId);
    expect(jobs.map(({ runAt }) => runAt)).toContainEqual(leaseExpiresAt);
  });
});

describe('several workers with the same run', () => {
  test('at once: one of them executes it, with each effect once', async () => {
    const run = await prepareRun(worlds, [send('1'), send('2'), send('3')]);
    const reports = await Promise.all(Array.from({ length: 4 }, () => run.work()));
    const outcomes = reports.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
    expect(await run.texts()).toEqual(['1', '2', '3']);
  });

  test('a run whose step fails is the only one of those that are due together that fails', async () => {
    const steps = [send('Hello'), send('Bye')];
    const failing: AutomationStep = { type: 'add_label', labelId: newId() };
    const runs = await Promise.all([steps, [failing], steps].map((some) => prepareRun(worlds, some)));
    const reports = await Promise.all(runs.map((run) => run.work()));
    expect(reports.map(({ outcome }) => outcome)).toEqual(['completed', 'failed', 'completed']);
    expect(await Promise.all(runs.map((run) => run.texts()))).toEqual([
      ['Hello', 'Bye'],
      [],
      ['Hello', 'Bye'],
    ]);
    expect(await Promise.all(runs.map((run) => run.log()))).toMatchObject([
      [{ errorCode: null }, { errorCode: null }],
      [{ errorCode: 'label_not_found' }],
      [{ errorCode: null }, { errorCode: null }],
    ]);
  });

  test('runs of one contact that are due together change it one after the other', async () => {
    const addLabel = async (): Promise<AutomationStep> => {
      const { id: labelId } = await createLabel(database, tenantId());
      return { type: 'add_label', labelId };
    };
    const run = await prepareRun(worlds, [await addLabel()]);
    const { context, contactId } = run;
    const { automationId } = await prepareRun(worlds, [await addLabel()]);
    const { runId } = await triggerAutomation(context, { automationId, contactId });
    await Promise.all([run.work(), createRunView(worlds, { runId, context }).work()]);
    const events = await prisma.event.findMany({ where: { contactId, type: 'contact.updated' } });
    const counts = events.map(({ data }) => Object(data).labels.length);
    expect(counts.sort()).toEqual([1, 2]);
  });

  test('a worker that lost its lease writes nothing more', async () => {
    const run = await prepareRun(worlds, [
      { type: 'call_webhook', url: 'https://partner.example' },
      send('1'),
    ]);
    const slow = await run.work({
      async callWebhook() {
        run.context.clock.advance(leaseMs);
        expect(await run.work({ callWebhook: succeed })).toEqual({ outcome: 'completed' });
        return { kind: 'succeeded', statusCode: 200 };
      },
    });
    expect(slow).toEqual({ outcome: 'over' });
    expect(await run.texts()).toEqual(['1']);
    expect(await run.log()).toHaveLength(2);
  });
});

describe('steps that cannot be read', () => {
  const id = newId();
  test.each([
    [{}],
    [null],
    ['text'],
    [[null]],
    [[{}]],
    [[{ type: 'dance' }]],
    [[{ type: 'send_message' }]],
    [[{ type: 'send_message', text: 'Hi', attachments: [{}] }]],
    [[{ type: 'send_template', messageTemplateId: 'x' }]],
    [[{ type: 'send_template', messageTemplateId: id, variables: { a: 1 } }]],
    [[{ type: 'set_chat_status', status: 'gone' }]],
    [[{ type: 'wait' }]],
    [[{ type: 'wait', seconds: 0.5 }]],
    [[{ type: 'wait', until: 'soon' }]],
    [[{ type: 'condition', field: 'email', operator: 'is' }]],
    [[{ type: 'set_variable', name: 'x' }]],
    [[{ type: 'ask', expect: 'text', saveTo: { variable: 'x' }, timeoutSeconds: 1 }]],
    [[{ type: 'ask', text: 'Why?', expect: 'poem', saveTo: { variable: 'x' }, timeoutSeconds: 1 }]],
    [[{ type: 'ask', text: 'Why?', expect: 'text', saveTo: null, timeoutSeconds: 1 }]],
    [
      [
        {
          type: 'ask',
          text: 'Why?',
          expect: 'text',
          saveTo: { variable: 'x' },
          timeoutSeconds: 1,
          else: [{}],
        },
      ],
    ],
    [
      [
        { type: 'send_message', text: 'Hi' },
        { type: 'add_label', labelId: 7 },
      ],
    ],
  ])('%j fail the run without any effect', async (steps) => {
    const run = await prepareRun(worlds, []);
    const { automationVersionId } = await run.read();
    await prisma.automationVersion.update({
      where: { tenantId_id: { tenantId: tenantId(), id: automationVersionId } },
      data: { steps: steps as Prisma.InputJsonValue },
    });
    expect(await run.work()).toEqual({ outcome: 'failed' });
    const { status, error } = await run.read();
    expect({ status, error }).toMatchObject({ status: 'failed', error: { code: 'invalid_step' } });
    expect(await run.texts()).toEqual([]);
    expect(await run.work()).toEqual({ outcome: 'over' });
  });

  test('no steps at all complete the run', async () => {
    const run = await prepareRun(worlds, []);
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.read()).toMatchObject({ status: 'completed', position: 0 });
  });
});

describe('an unexpected error', () => {
  test('is reported, logged and retried, five times at most', async () => {
    const run = await prepareRun(worlds, [{ type: 'call_webhook', url: 'https://partner.example' }]);
    const unexpectedError = new Error('unforeseen');
    const callWebhook = () => Promise.reject(unexpectedError);
    for (let failures = 1; failures <= 4; failures += 1) {
      expect(await run.work({ callWebhook })).toEqual({ outcome: 'retrying', unexpectedError });
      run.context.clock.advance(600_000);
    }
    expect(await run.work({ callWebhook })).toEqual({ outcome: 'failed', unexpectedError });
    expect((await run.read()).error).toMatchObject({ code: 'internal_error' });
    expect((await run.log()).map(({ errorCode }) => errorCode)).toEqual(Array(5).fill('internal_error'));
  });

  test('a run whose job was abandoned is shown as failed; a run that has ended does not change', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    const other = await prepareRun(worlds, [send('1')]);
    const before = await other.read();
    const lease = { leaseToken: newId(), leaseExpiresAt: new Date(run.context.now().getTime() + leaseMs) };
    await prisma.automationRun.updateMany({ where: { id: run.runId }, data: lease });
    await abandonRun(run.context, run.runId);
    expect(await run.read()).toMatchObject({
      status: 'failed',
      error: { code: 'internal_error' },
      finishedAt: run.context.now(),
      leaseToken: null,
      leaseExpiresAt: null,
    });
    expect(await other.read()).toEqual(before);
    const done = await prepareRun(worlds, [send('1')]);
    await done.work();
    await abandonRun(done.context, done.runId);
    expect(await done.read()).toMatchObject({ status: 'completed', error: null });
  });

  test('a step that ends closes its own entry of the log, of its own run', async () => {
    const run = await prepareRun(worlds, [send('1'), send('2')]);
    const other = await prepareRun(worlds, [send('1'), send('2')]);
    const open = [run, other].flatMap(({ runId }) =>
      [0, 1].map((position) => ({ tenantId: tenantId(), runId, number: position + 1, position })),
    );
    await prisma.automationRunStep.createMany({
      data: open.map((entry) => ({ ...entry, type: 'send_message', startedAt: run.context.now() })),
    });
    const close = (position: number) =>
      transact(run.context, (transaction) =>
        closeStep(transaction, run.context, { runId: run.runId, position }),
      );
    expect(await close(1)).toBe(true);
    expect((await run.log()).map(({ isFinished }) => isFinished)).toEqual([false, true]);
    expect((await other.log()).map(({ isFinished }) => isFinished)).toEqual([false, false]);
    expect(await close(1)).toBe(false);
  });

  test('an unknown run and a run of another tenant count as ended', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    expect(await run.work({ runId: newId() })).toEqual({ outcome: 'over' });
    expect(await run.work({ context: worlds.otherContext() })).toEqual({ outcome: 'over' });
    expect(await run.texts()).toEqual([]);
  });
});
