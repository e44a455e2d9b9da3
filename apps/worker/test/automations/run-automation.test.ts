import { afterAll, describe, expect, jest, test } from '@jest/globals';
import {
  type AutomationStep,
  cancelAutomationRun,
  changeChatStatus,
  getAutomationRun,
  triggerAutomation,
} from '@parley/core';
import type { Prisma } from '@parley/database';
import { createAutomation, createChannel, createChat } from '@parley/testkit';
import { startWorkerProcess } from '../support/start-worker-process.js';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';
import { waitUntil } from '../support/wait-until.js';

jest.setTimeout(120_000);

const running = useWorker();
const { receiver } = useReceivers();
const context = () => ({ database: running.database, tenantId: running.tenant.id, now: running.now });

async function start(steps: readonly AutomationStep[], variables = {}) {
  const { database, tenant } = running;
  const channel = await createChannel(database, tenant.id, { type: 'sms' });
  const chat = await createChat(database, tenant.id, { channelId: channel.id });
  // Steps are plain JSON.
  const stored = steps as unknown as Prisma.InputJsonArray;
  const { id: automationId } = await createAutomation(database, tenant.id, { steps: stored });
  const trigger = { automationId, contactId: chat.contactId, variables };
  const { runId } = await triggerAutomation(context(), trigger);
  const read = () => getAutomationRun(context(), { automationId, runId });
  return {
    automationId,
    runId,
    chat,
    read,
    async until(status: string) {
      await waitUntil(async () => (await read()).status === status);
      return read();
    },
    messages: () =>
      database.prisma.message.findMany({ where: { automationRunId: runId }, orderBy: { id: 'asc' } }),
  };
}

describe('the worker runs automations', () => {
  test('a call tells of the run, and the message that follows goes out', async () => {
    const target = await receiver();
    const { runId, automationId, chat, until, messages } = await start(
      [
        { type: 'call_webhook', url: target.url },
        { type: 'send_message', text: 'Hello {{firstName}}, {{code}}' },
      ],
      { code: 'A-1' },
    );
    await until('completed');
    const [request] = target.requests;
    expect(target.requests).toHaveLength(1);
    expect(request?.headers).toMatchObject({
      'idempotency-key': `${runId}-0`,
      'content-type': 'application/json',
    });
    const body = JSON.parse(request?.body ?? '');
    expect(Object.keys(body)).toEqual(['runId', 'automationId', 'contact', 'chat', 'variables']);
    expect(body).toMatchObject({
      runId,
      automationId,
      contact: { id: chat.contactId },
      variables: { code: 'A-1' },
    });
    await waitUntil(async () => (await messages())[0]?.status === 'read');
    expect(await messages()).toMatchObject([{ text: 'Hello Ada, A-1', status: 'read' }]);
  });

  test('a receiver that fails is called again under the same key, after a pause', async () => {
    const target = await receiver((response) => {
      response.statusCode = target.requests.length === 1 ? 503 : 204;
      response.end();
    });
    const { until, runId } = await start([{ type: 'call_webhook', url: target.url }]);
    const run = await until('completed');
    const keys = target.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([`${runId}-0`, `${runId}-0`]);
    expect(run.steps.map(({ error }) => error)).toEqual([
      { code: 'webhook_failed', message: 'The receiver answered with the status 503.' },
      null,
    ]);
  });

  test('an address that is not allowed, or gone, fails the run at once with what is wrong', async () => {
    const refused = await start([{ type: 'call_webhook', url: 'http://10.0.0.1/hook' }]);
    const { error, steps } = await refused.until('failed');
    expect(error).toMatchObject({ code: 'webhook_failed' });
    expect(steps).toHaveLength(1);
    const target = await receiver((response) => {
      response.statusCode = 410;
      response.end();
    });
    const gone = await start([{ type: 'call_webhook', url: target.url }]);
    expect(await gone.until('failed')).toMatchObject({
      error: { code: 'webhook_failed', message: 'The receiver answered with the status 410.' },
    });
  });

  test('a run waits and goes on by itself; one that was canceled meanwhile does not', async () => {
    const steps: AutomationStep[] = [
      { type: 'wait', seconds: 1 },
      { type: 'send_message', text: '1' },
    ];
    const canceled = await start(steps);
    const waited = await start(steps);
    await waitUntil(async () => (await canceled.read()).steps.length === 1);
    await cancelAutomationRun(context(), canceled);
    await waited.until('completed');
    expect(await waited.messages()).toHaveLength(1);
    expect(await canceled.read()).toMatchObject({ status: 'canceled', position: 0 });
    expect(await canceled.messages()).toEqual([]);
  });

  test('the end of a snooze opens the chat and starts automations that wait for that', async () => {
    const { database, tenant } = running;
    const chat = await createChat(database, tenant.id);
    const automation = await createAutomation(database, tenant.id, {
      triggerType: 'chat_opened',
      triggerChannelId: chat.channelId,
      steps: [{ type: 'assign', assignedUserId: 'user-7' }],
    });
    const snoozedUntil = new Date(running.now().getTime() + 300).toISOString();
    await changeChatStatus(context(), { chatId: chat.id, status: 'snoozed', snoozedUntil });
    const read = () => database.prisma.chat.findFirstOrThrow({ where: { id: chat.id } });
    await waitUntil(async () => (await read()).assignedUserId === 'user-7');
    expect(await read()).toMatchObject({ status: 'open', snoozedUntil: null });
    expect(await database.prisma.automationRun.count({ where: { automationId: automation.id } })).toBe(1);
  });
});

describe('a worker process that is killed in the middle of a run', () => {
  const stopping: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(stopping.map((stop) => stop())));

  test('another takes the run up within 30 s; the message before the call is sent once', async () => {
    const { database, url, worker } = running;
    await worker.stop();
    const process = await startWorkerProcess(url);
    stopping.push(() => process.ended());
    const target = await receiver((response) => {
      // The first call is never answered: the worker is killed while it waits.
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
