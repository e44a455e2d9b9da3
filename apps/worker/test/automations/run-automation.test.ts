import { describe, expect, jest, test } from '@jest/globals';
import { addContactLabels, rotateWorkspaceSecret } from '@parley/core';
import { checkWebhook, createAutomation, createContact, createLabel, createWebhook } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { Webhook as Verifier } from 'standardwebhooks';
import { useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';
import { startRunsOf } from './start-runs.js';

jest.setTimeout(120_000);

const running = useWorker();
const { receiver } = useReceivers();

const start = startRunsOf(running);

describe('the worker runs automations', () => {
  test.each([
    ['sets variables', 'x', 'sent'],
    ['of more than 64 KB sets none', 'x'.repeat(70_000), 'unknown'],
  ])('the JSON response of a call %s', async (_what, padding, expected) => {
    const body = JSON.stringify({ padding, order: { status: 'sent' } });
    const { url } = await receiver((response) => response.end(body));
    const responseVariables = [{ name: 'status', pointer: '/order/status' }];
    const { until, messages } = await start(
      [
        { type: 'call_webhook', url, responseVariables },
        { type: 'send_message', text: 'Your order: {{status}}' },
      ],
      { status: 'unknown' },
    );
    expect(await until('completed')).toMatchObject({ variables: { status: expected } });
    expect(await messages()).toMatchObject([{ text: `Your order: ${expected}` }]);
  });

  test('an interactive message that is too long for the channel fails the run; nothing is sent', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({
      ...{ id: `${index}`, title: 'x'.repeat(24), description: 'x'.repeat(72) },
    }));
    const body = 'x'.repeat(1_000);
    const list = { button: 'Options', sections: [{ title: 'All', rows }] };
    const step = { type: 'send_message', text: body, interactive: { body, list } } as const;
    const { until, messages } = await start([step], {}, 'sms');
    expect(await until('failed')).toMatchObject({
      error: { code: 'invalid_body_params', message: expect.stringContaining('interactive.body') },
    });
    expect(await messages()).toEqual([]);
  });

  test('a loop ends with a run that fails with that reason, and is counted', async () => {
    const { database, tenant, worker } = running;
    const label = await createLabel(database, tenant.id);
    const { id: automationId } = await createAutomation(database, tenant.id, {
      triggerType: 'label_added',
      steps: [
        { type: 'remove_label', labelId: label.id },
        { type: 'add_label', labelId: label.id },
      ],
    });
    const { id: contactId } = await createContact(database, tenant.id);
    await addContactLabels(running.context(), { contactId, labelIds: [label.id] });
    const findCut = () =>
      database.prisma.automationRun.findFirst({ where: { automationId, status: 'failed' } });
    await waitUntil(async () => (await findCut()) !== null);
    expect((await findCut())?.error).toMatchObject({ code: 'automation_loop' });
    // A run is counted after its end was committed.
    await waitUntil(async () => {
      const counted = await worker.registry.getSingleMetricAsString('parley_automation_runs_cut_total');
      return counted.includes('parley_automation_runs_cut_total{reason="automation_loop"} 1');
    });
    expect(await database.prisma.automationRun.count({ where: { automationId } })).toBe(2);
  });

  test('a call sends what the contract declares, and the message of the next step is sent', async () => {
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
    if (!request) throw new Error('Nothing came');
    expect(target.requests).toHaveLength(1);
    const { id } = JSON.parse(request.body);
    expect(request.headers).toMatchObject({
      'idempotency-key': `${runId}-0`,
      'webhook-id': id,
      'content-type': 'application/json',
    });
    checkWebhook('v3', request.body);
    expect(JSON.parse(request.body)).toMatchObject({
      id,
      event: 'automation.webhook_called',
      tenantId: running.tenant.id,
      data: {
        runId,
        automationId,
        contact: { id: chat.contactId },
        chat: { id: chat.id },
        variables: { code: 'A-1' },
      },
    });
    await waitUntil(async () => (await messages())[0]?.status === 'read');
    expect(await messages()).toMatchObject([{ text: 'Hello Ada, A-1', status: 'read' }]);
  });

  test('a call is signed with every valid secret of the workspace, as the library of Standard Webhooks verifies', async () => {
    const target = await receiver();
    const { signingSecret: old } = await running.database.prisma.tenant.findUniqueOrThrow({
      where: { id: running.tenant.id },
    });
    const { secret } = await rotateWorkspaceSecret(running.context());
    const { until, chat } = await start([
      { type: 'send_message', text: 'Hello' },
      { type: 'call_webhook', url: target.url },
    ]);
    await until('completed');
    const [request] = target.requests;
    if (!request) throw new Error('Nothing came');
    checkWebhook('v3', request.body);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    for (const each of [secret, old]) {
      expect(new Verifier(each).verify(request.body, headers)).toMatchObject({
        event: 'automation.webhook_called',
        data: { chat: { id: chat.id } },
      });
    }
    const { secret: foreign } = await createWebhook(running.database, running.tenant.id);
    expect(() => new Verifier(foreign).verify(request.body, headers)).toThrow();
  });

  test('a receiver is called again at the date in its Retry-After, although the clock of the machine is ahead', async () => {
    running.advance(-600_000);
    try {
      const date = new Date(running.now().getTime() + 300_000).toUTCString();
      const target = await receiver((response) => response.writeHead(503, { 'retry-after': date }).end());
      const { read, runId } = await start([{ type: 'call_webhook', url: target.url }]);
      await waitUntil(async () => (await read()).steps.length >= 1);
      let rows: { readonly runAt: Date }[] = [];
      // The step is recorded before its job has ended, and the queue, whose clock is ahead, soon claims the next one.
      await waitUntil(async () => {
        ({ rows } = await running.database.pool.query<{ runAt: Date }>(
          `select run_at as "runAt" from graphile_worker._private_jobs where payload ->> 'runId' = $1 and locked_at is null`,
          [runId],
        ));
        return rows.length > 0;
      });
      expect(rows.map(({ runAt }) => runAt.toUTCString())).toEqual([date]);
    } finally {
      running.advance(600_000);
    }
  });

  test('an address that is not allowed, or that responds with 410, fails the run at once with the reason', async () => {
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
      error: { code: 'webhook_failed', message: 'The receiver responded with the status 410.' },
    });
  });
});
