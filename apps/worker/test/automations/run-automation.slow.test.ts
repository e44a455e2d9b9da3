import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { type AutomationStep, cancelAutomationRun, changeChatStatus } from '@parley/core';
import { createAutomation, createChat } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { startWorkerProcess } from '../support/start-worker-process.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';
import { startRunsOf } from './start-runs.js';

jest.setTimeout(120_000);

const running = useWorker();
const { receiver } = useReceivers();
const start = startRunsOf(running);

describe('the worker runs automations', () => {
  test('a receiver that fails is called again with the same key, after a backoff', async () => {
    const target = await receiver((response) => {
      response.statusCode = target.requests.length === 1 ? 503 : 204;
      response.end();
    });
    const { until, runId } = await start([{ type: 'call_webhook', url: target.url }]);
    const run = await until('completed');
    const keys = target.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([`${runId}-0`, `${runId}-0`]);
    const ids = target.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(run.steps.map(({ error }) => error)).toEqual([
      { code: 'webhook_failed', message: 'The receiver responded with the status 503.' },
      null,
    ]);
  });

  test('a run waits and then continues; a run that was canceled meanwhile does not', async () => {
    const steps: AutomationStep[] = [
      { type: 'wait', seconds: 3 },
      { type: 'send_message', text: '1' },
    ];
    const canceled = await start(steps);
    await waitUntil(async () => (await canceled.read()).steps.length === 1);
    await cancelAutomationRun(running.context(), canceled);
    // It waits longer than the other run would.
    const waited = await start(steps);
    await waited.until('completed');
    expect(await waited.messages()).toHaveLength(1);
    expect(await canceled.read()).toMatchObject({ status: 'canceled', position: 0 });
    expect(await canceled.messages()).toEqual([]);
  });

  test('the end of a snooze opens the chat and triggers the automations for opened chats', async () => {
    const { database, tenant } = running;
    const chat = await createChat(database, tenant.id);
    const automation = await createAutomation(database, tenant.id, {
      triggerType: 'chat_opened',
      triggerChannelId: chat.channelId,
      steps: [{ type: 'assign', assignedUserId: 'user-7' }],
    });
    const snoozedUntil = new Date(running.now().getTime() + 2_000).toISOString();
    await changeChatStatus(running.context(), { chatId: chat.id, status: 'snoozed', snoozedUntil });
    const read = () => database.prisma.chat.findFirstOrThrow({ where: { id: chat.id } });
    await waitUntil(async () => (await read()).assignedUserId === 'user-7');
    expect(await read()).toMatchObject({ status: 'open', snoozedUntil: null });
    expect(await database.prisma.automationRun.count({ where: { automationId: automation.id } })).toBe(1);
  });
});

describe('a worker process that is killed in the middle of a run', () => {
  const stopping: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(stopping.map((stop) => stop())));

  test('another worker continues the run within 30 s; the message before the call is sent once', async () => {
    const { database, url, worker } = running;
    await worker.stop();
    const process = await startWorkerProcess(url);
    stopping.push(() => process.ended());
    const target = await receiver((response) => {
      // The first call never gets a response: the worker is killed while it waits.
      if (target.requests.length > 1) response.end();
    });
    const { until, messages } = await start([
      { type: 'send_message', text: 'before' },
      { type: 'call_webhook', url: target.url },
      { type: 'send_message', text: 'after' },
    ]);
    await waitUntil(() => target.requests.length === 1);
    process.kill('SIGKILL');
    const killedAtMs = performance.now();
    await worker.start();
    const { steps } = await until('completed');
    expect(performance.now() - killedAtMs).toBeLessThan(30_000);
    expect(steps.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect((await messages()).map(({ text }) => text)).toEqual(['before', 'after']);
    expect(await database.prisma.message.count({ where: { text: 'before' } })).toBe(1);
    const keys = target.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });
});
