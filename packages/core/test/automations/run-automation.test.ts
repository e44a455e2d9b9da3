import { describe, expect, test } from '@jest/globals';
import type { Prisma } from '@parley/database';
import { maxDepth } from '../../src/automations/runs/run.js';
import {
  type AutomationStep,
  abandonRun,
  addContactLabels,
  contacts,
  endSnooze,
  getById,
  newId,
  type WebhookCall,
  type WebhookCallOutcome,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createAutomation, createLabel } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createDyingDatabase, KilledError } from './dying-database.js';
import { createRunView, prepareRun } from './prepare-run.js';

const worlds = useWorlds();
const tenantId = () => worlds.own.tenant.id;
const send = (text: string): AutomationStep => ({ type: 'send_message', text });
const leaseMs = 60_000;

async function setDepth(runId: string, depth: number) {
  const where = { tenantId_id: { tenantId: tenantId(), id: runId } };
  await worlds.database.prisma.automationRun.update({ where, data: { depth } });
}

describe('a worker that is killed', () => {
  /** Two messages around a change of the contact, which starts another automation and tells a webhook. */
  async function prepare() {
    const label = await createLabel(worlds.database, tenantId());
    return prepareRun(worlds, [send('1'), { type: 'add_label', labelId: label.id }, send('2')]);
  }

  async function countQueries() {
    const run = await prepare();
    const database = createDyingDatabase(worlds.database, {
      atQuery: Number.POSITIVE_INFINITY,
      isQueryDone: true,
    });
    await run.work({ context: { ...run.context, database } });
    return database.queryCount();
  }

  test.each([false, true])(
    'at any query (that query done: %s) leaves a run that another one completes, each effect once',
    async (isQueryDone) => {
      const { database } = worlds;
      const listening = await createAutomation(database, tenantId(), { triggerType: 'label_added' });
      const queries = await countQueries();
      expect(queries).toBeGreaterThan(20);
      let kills = 0;
      for (let atQuery = 1; atQuery <= queries; atQuery += 1) {
        const run = await prepare();
        const dying = createDyingDatabase(database, { atQuery, isQueryDone });
        // Killed while it announces jobs that are committed, it has done its work.
        await run.work({ context: { ...run.context, database: dying } }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(KilledError);
          kills += 1;
        });
        run.context.clock.advance(leaseMs);
        const { outcome } = await run.work();
        // The very last commit may have been done.
        expect(['completed', 'over']).toContain(outcome);
        expect(await run.texts()).toEqual(['1', '2']);
        expect((await run.log()).map(({ position, errorCode }) => [position, errorCode])).toEqual([
          [0, null],
          [1, null],
          [2, null],
        ]);
        const { contactId } = run;
        expect((await getById(run.context, contacts, contactId)).labels).toHaveLength(1);
        expect(
          await database.prisma.automationRun.count({ where: { automationId: listening.id, contactId } }),
        ).toBe(1);
        expect(await run.read()).toMatchObject({ status: 'completed', position: 3 });
      }
      expect(kills).toBeGreaterThan(20);
    },
    60_000,
  );

  test('keeps the run for as long as its lease; whoever comes earlier looks again when it ends', async () => {
    const run = await prepare();
    const dying = createDyingDatabase(worlds.database, { atQuery: 12, isQueryDone: false });
    await run.work({ context: { ...run.context, database: dying } }).catch(() => undefined);
    const { leaseExpiresAt } = await run.read();
    expect(leaseExpiresAt).toEqual(new Date(run.context.now().getTime() + leaseMs));
    expect(await run.work()).toEqual({ outcome: 'later' });
    const jobs = await findJobs(worlds.database, 'run-automation', run.runId);
    expect(jobs.map(({ runAt }) => runAt)).toContainEqual(leaseExpiresAt);
  });
});

describe('several workers with the same run', () => {
  test('at once: one does it, each effect once', async () => {
    const run = await prepareRun(worlds, [send('1'), send('2'), send('3')]);
    const reports = await Promise.all(Array.from({ length: 4 }, () => run.work()));
    const outcomes = reports.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
    expect(await run.texts()).toEqual(['1', '2', '3']);
  });

  test('one that lost its lease writes nothing more', async () => {
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
    [
      [
        { type: 'send_message', text: 'Hi' },
        { type: 'add_label', labelId: 7 },
      ],
    ],
  ])('%j fail the run, and nothing is done', async (steps) => {
    const run = await prepareRun(worlds, []);
    const { automationVersionId } = await run.read();
    await worlds.database.prisma.automationVersion.update({
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

const succeed = () => Promise.resolve<WebhookCallOutcome>({ kind: 'succeeded', statusCode: 204 });

describe('call_webhook', () => {
  const steps: AutomationStep[] = [{ type: 'call_webhook', url: 'https://partner.example/in' }, send('1')];

  test('sends contact, chat and variables, with an id that a retry keeps', async () => {
    const run = await prepareRun(worlds, steps, { variables: { code: 'A-1' } });
    const calls: WebhookCall[] = [];
    const answers: WebhookCallOutcome[] = [
      { kind: 'failed', message: 'It answered with 503.', isPermanent: false, retryAfterMs: 60_000 },
      { kind: 'succeeded', statusCode: 200 },
    ];
    const callWebhook = async (call: WebhookCall) => {
      calls.push(call);
      return answers.shift() ?? succeed();
    };
    expect(await run.work({ callWebhook })).toEqual({ outcome: 'retrying' });
    expect((await run.read()).scheduledAt).toEqual(new Date(run.context.now().getTime() + 60_000));
    run.context.clock.advance(60_000);
    expect(await run.work({ callWebhook })).toEqual({ outcome: 'completed' });
    expect(calls).toHaveLength(2);
    expect(calls[0]).toMatchObject({
      url: 'https://partner.example/in',
      runId: run.runId,
      automationId: run.automationId,
      contact: { id: run.contactId },
      variables: { code: 'A-1' },
    });
    expect(calls[1]?.idempotencyKey).toBe(calls[0]?.idempotencyKey);
    expect(await run.log()).toMatchObject([
      { position: 0, errorCode: 'webhook_failed' },
      { position: 0, errorCode: null },
      { position: 1, errorCode: null },
    ]);
  });

  test('that keeps failing is tried five times, ever more rarely, and then fails the run', async () => {
    const run = await prepareRun(worlds, steps);
    const callWebhook = () =>
      Promise.resolve<WebhookCallOutcome>({
        kind: 'failed',
        message: 'It answered with 500.',
        isPermanent: false,
      });
    const pauses: number[] = [];
    for (;;) {
      const { outcome } = await run.work({ callWebhook });
      if (outcome === 'failed') break;
      expect(outcome).toBe('retrying');
      const pause = (await run.read()).scheduledAt.getTime() - run.context.now().getTime();
      pauses.push(pause / 1000);
      run.context.clock.advance(pause);
    }
    expect(pauses).toEqual([5, 30, 120, 600]);
    const error = { code: 'webhook_failed', message: 'It answered with 500.' };
    expect(await run.read()).toMatchObject({ status: 'failed', position: 0, error });
    expect(await run.log()).toHaveLength(5);
    expect(await run.texts()).toEqual([]);
  });

  test('that cannot ever succeed fails the run at once', async () => {
    const run = await prepareRun(worlds, steps);
    const refused = { kind: 'failed', message: 'The address is refused.', isPermanent: true } as const;
    expect(await run.work({ callWebhook: () => Promise.resolve(refused) })).toEqual({ outcome: 'failed' });
    expect(await run.log()).toHaveLength(1);
  });

  test('that was released because the worker stops is not counted as a failure', async () => {
    const run = await prepareRun(worlds, steps);
    expect(
      await run.work({ callWebhook: () => Promise.resolve({ kind: 'postponed', at: new Date(0) }) }),
    ).toEqual({
      outcome: 'released',
    });
    expect(await run.log()).toEqual([]);
    expect(await run.work({ callWebhook: succeed })).toEqual({ outcome: 'completed' });
  });
});

describe('a worker that stops', () => {
  test('releases the run between two steps', async () => {
    const stopping = new AbortController();
    const run = await prepareRun(worlds, [
      { type: 'call_webhook', url: 'https://partner.example' },
      send('1'),
    ]);
    const callWebhook = () => {
      stopping.abort();
      return succeed();
    };
    expect(await run.work({ callWebhook, signal: stopping.signal })).toEqual({ outcome: 'released' });
    expect(await run.read()).toMatchObject({ status: 'running', position: 1, leaseToken: null });
    expect(await findJobs(worlds.database, 'run-automation', run.runId)).toHaveLength(2);
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.texts()).toEqual(['1']);
  });
});

describe('an error that nobody foresaw', () => {
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

  test('a run whose job was abandoned is shown as failed; one that has ended is left alone', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    await abandonRun(run.context, run.runId);
    expect(await run.read()).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
    const done = await prepareRun(worlds, [send('1')]);
    await done.work();
    await abandonRun(done.context, done.runId);
    expect(await done.read()).toMatchObject({ status: 'completed', error: null });
  });

  test('an unknown run, and another tenant’s, are over', async () => {
    const run = await prepareRun(worlds, [send('1')]);
    expect(await run.work({ runId: newId() })).toEqual({ outcome: 'over' });
    expect(await run.work({ context: worlds.otherContext() })).toEqual({ outcome: 'over' });
    expect(await run.texts()).toEqual([]);
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
