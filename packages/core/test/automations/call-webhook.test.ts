import { describe, expect, test } from '@jest/globals';
import type { AutomationStep, WebhookCall, WebhookCallOutcome } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { useWorlds } from '../use-worlds.js';
import { prepareRun, send, succeed } from './prepare-run.js';

const worlds = useWorlds();

describe('call_webhook', () => {
  const steps: AutomationStep[] = [{ type: 'call_webhook', url: 'https://partner.example/in' }, send('1')];

  test('sends contact, chat and variables, with an id that a retry keeps', async () => {
    const run = await prepareRun(worlds, steps, { variables: { code: 'A-1' } });
    const calls: WebhookCall[] = [];
    const responses: WebhookCallOutcome[] = [
      { kind: 'failed', message: 'It responded with 503.', isPermanent: false, retryAfterMs: 60_000 },
      { kind: 'succeeded', statusCode: 200 },
    ];
    const callWebhook = async (call: WebhookCall) => {
      calls.push(call);
      return responses.shift() ?? succeed();
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

  test('is not recorded a second time after a commit that was not answered', async () => {
    const run = await prepareRun(worlds, steps);
    const moveOn = 'update automation_runs set position = 1 where id = $1';
    const callWebhook = async () => {
      await worlds.database.pool.query(moveOn, [run.runId]);
      return succeed();
    };
    expect(await run.work({ callWebhook })).toEqual({ outcome: 'over' });
    expect([await run.log(), await run.texts()]).toEqual([[], []]);
  });

  test('that keeps failing is tried five times with a growing backoff, and then fails the run', async () => {
    const run = await prepareRun(worlds, steps);
    const callWebhook = () =>
      Promise.resolve<WebhookCallOutcome>({
        kind: 'failed',
        message: 'It responded with 500.',
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
    const error = { code: 'webhook_failed', message: 'It responded with 500.' };
    expect(await run.read()).toMatchObject({ status: 'failed', position: 0, error });
    expect(await run.log()).toHaveLength(5);
    expect(await run.texts()).toEqual([]);
  });

  test('that can never succeed fails the run at once', async () => {
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
