import { describe, expect, test } from '@jest/globals';
import { type AutomationStep, failSending, newId, receiveMessage, startOccurrence } from '../../src/index.js';
import { ask, ways } from '../automations/prepare-question.js';
import { prepareCampaign } from '../campaigns/prepare-campaign.js';
import type { TestContext } from '../test-context.js';
import { createAutomation } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';
import { receivedMessage } from './received-message.js';
import { claimMessage, completeOne } from './send-one.js';

const worlds = useWorlds();
const { database, prisma } = worlds;
const retry = { text: 'A number, please.' };
const question = (timeoutSeconds: number) =>
  ask({ expect: 'number', timeoutSeconds, retry, else: ways.else });

/**
 * Prepares a campaign whose run has queued a question at 09:30, and another automation that every message starts. From 10:00
 * to 12:00 are quiet hours.
 */
async function prepare(steps: readonly AutomationStep[]) {
  const prepared = await prepareCampaign(worlds, { contactCount: 1, steps });
  const { campaign, context, runAll } = prepared;
  const where = { tenantId: context.tenantId };
  await startOccurrence(context, campaign.id);
  await runAll();
  const quietHours = { from: '10:00', to: '12:00', timeZone: 'UTC' };
  await prisma.channel.updateMany({ where, data: { quietHours } });
  const { channelId } = campaign;
  const triggerType = 'message_received';
  const other = await createAutomation(database, context.tenantId, {
    triggerType,
    triggerChannelId: channelId,
  });
  const handle = await prisma.handle.findFirstOrThrow({ where });
  const { id: runId } = await prisma.automationRun.findFirstOrThrow({ where });
  return {
    context,
    runId,
    ...messagesOf(context, { runId, channelId }),
    /** The contact writes. Returns how many runs of the other automation have been started. */
    write: async (text: string) => {
      const from = { handleType: 'phone_number', value: handle.value } as const;
      const item = receivedMessage({ from, text, timestamp: context.now() });
      await receiveMessage(context, { channelId, item });
      return prisma.automationRun.count({ where: { automationId: other.id } });
    },
    /** Performs what is due at a time of the day. Returns the state of the run, and until when it waits. */
    at: async (time: string) => {
      context.clock.set(`2026-11-14T${time}Z`);
      await runAll();
      const { status, scheduledAt, variables } = await prisma.automationRun.findFirstOrThrow({
        where: { id: runId },
      });
      const until = scheduledAt.toISOString().slice(11, 19);
      return { status, variables, ...(status === 'running' && { until }) };
    },
  };
}

/** What a worker does with the messages of a run. */
function messagesOf(context: TestContext, { runId, channelId }: { runId: string; channelId: string }) {
  const leaseToken = newId();
  const read = () => prisma.message.findMany({ where: { automationRunId: runId }, orderBy: { id: 'asc' } });
  const claim = (messageId: string, slotAt = context.now()) =>
    claimMessage(context, { messageId, leaseToken, reserveSlot: async () => slotAt });
  return {
    messageIds: async () => (await read()).map(({ id }) => id),
    texts: async () => (await read()).map(({ text }) => text),
    claim,
    /** Sends a message; returns false when it is not due. */
    send: async (messageId: string) => {
      if ((await claim(messageId)) === null) return false;
      const attempt = { messageId, leaseToken, channelId };
      return completeOne(context, { ...attempt, vendorId: newId(), isWalked: false });
    },
    reject: async (messageId: string) => {
      await claim(messageId);
      const error = { code: 'rejected', message: 'Rejected.' };
      return failSending(context, { messageId, leaseToken }, error);
    },
  };
}

describe('a question that quiet hours hold back', () => {
  test('gets no reply before it is sent; what the contact writes starts other automations', async () => {
    const run = await prepare([question(14_400)]);
    const [id = ''] = await run.messageIds();
    expect(await run.at('10:30:00')).toMatchObject({ status: 'running' });
    expect(await run.send(id)).toBe(false);
    expect(await run.write('Where is my order?')).toBe(1);
    await run.at('11:00:00');
    expect(await run.texts()).toEqual(['Where do you live?']);
    await run.at('12:00:00');
    expect(await run.send(id)).toBe(true);
    expect(await run.write('42')).toBe(1);
    expect(await run.at('12:01:00')).toEqual({
      status: 'completed',
      variables: { code: 'A-1', answer: '42' },
    });
  });

  test('has its deadline after it was sent, also when its job is late', async () => {
    const run = await prepare([question(3_600)]);
    const [id = ''] = await run.messageIds();
    run.context.clock.set('2026-11-14T10:00:00Z');
    expect(await run.send(id)).toBe(false);
    expect(await run.at('10:30:00')).toMatchObject({ status: 'running', until: '13:00:00' });
    run.context.clock.set('2026-11-14T12:20:00Z');
    expect(await run.send(id)).toBe(true);
    expect(await run.at('13:00:00')).toMatchObject({ status: 'running', until: '13:20:00' });
    expect(await run.texts()).toEqual(['Where do you live?']);
    expect(await run.at('13:20:00')).toMatchObject({ status: 'completed' });
    expect(await run.texts()).toEqual(['Where do you live?', 'no answer']);
  });
});

describe('a question that waits for the rate limit of its channel', () => {
  test('behind another message has its deadline after it was sent', async () => {
    const run = await prepare([{ type: 'send_message', text: 'Hello' }, question(1_200)]);
    const [hello = '', id = ''] = await run.messageIds();
    const slotAt = new Date('2026-11-14T09:55:00Z');
    expect([await run.claim(hello, slotAt), await run.claim(id)]).toEqual([null, null]);
    expect(await run.at('09:50:00')).toMatchObject({ status: 'running', until: '10:10:00' });
    expect(await run.write('42')).toBe(1);
    run.context.clock.set(slotAt);
    expect([await run.send(hello), await run.send(id)]).toEqual([true, true]);
    expect(await run.at('10:10:00')).toMatchObject({ status: 'running', until: '10:15:00' });
    expect(await run.write('42')).toBe(1);
    expect(await run.at('10:10:01')).toMatchObject({ status: 'completed', variables: { answer: '42' } });
  });

  test('has its deadline after its slot', async () => {
    const run = await prepare([question(60)]);
    const [id = ''] = await run.messageIds();
    expect(await run.claim(id, new Date('2026-11-14T09:40:00Z'))).toBeNull();
    expect(await run.at('09:31:00')).toMatchObject({ until: '09:41:00' });
  });
});

describe('a reply to a question that was sent late, before the job of the deadline has moved it', () => {
  /** The question is queued at 09:30:00 and sent at 09:34:50, so that its deadline is 09:39:50. */
  async function sendLate() {
    const run = await prepare([question(300)]);
    const [id = ''] = await run.messageIds();
    run.context.clock.set('2026-11-14T09:34:50Z');
    expect(await run.send(id)).toBe(true);
    return { ...run, writeAt: (time: string, text: string) => writeAt(run, time, text) };
  }

  const writeAt = ({ context, write }: Awaited<ReturnType<typeof prepare>>, time: string, text: string) => {
    context.clock.set(`2026-11-14T${time}Z`);
    return write(text);
  };
  const lease = (runId: string) =>
    database.pool.query(
      `update automation_runs set lease_token = gen_random_uuid(), lease_expires_at = '2026-11-14T09:35:00Z' where id = $1`,
      [runId],
    );
  const answered = { status: 'completed', variables: { answer: '42' } };

  test('counts until the time for it is over, and starts no other automation', async () => {
    const run = await sendLate();
    expect(await run.writeAt('09:39:49', '42')).toBe(0);
    expect(await run.at('09:39:55')).toMatchObject(answered);
  });

  test('does not count afterwards, and starts other automations', async () => {
    const run = await sendLate();
    expect(await run.writeAt('09:39:50', '42')).toBe(1);
    expect(await run.at('09:39:55')).toMatchObject({ status: 'completed', variables: { code: 'A-1' } });
    expect(await run.texts()).toEqual(['Where do you live?', 'no answer']);
  });

  test('leads to a retry if it is not valid, and the next reply has the rest of the time', async () => {
    const run = await sendLate();
    expect(await run.writeAt('09:35:20', 'two')).toBe(0);
    expect(await run.at('09:35:40')).toMatchObject({ status: 'running', until: '09:39:50' });
    expect(await run.texts()).toEqual(['Where do you live?', retry.text]);
    expect(await run.writeAt('09:39:49', '42')).toBe(0);
    expect(await run.at('09:39:55')).toMatchObject(answered);
  });

  test('counts from the last of several delays', async () => {
    const times = [
      ['13:19:59', 0],
      ['13:20:00', 1],
    ] as const;
    for (const [time, started] of times) {
      const run = await prepare([question(3_600)]);
      const [id = ''] = await run.messageIds();
      run.context.clock.set('2026-11-14T10:00:00Z');
      expect(await run.send(id)).toBe(false);
      expect(await run.at('10:30:00')).toMatchObject({ until: '13:00:00' });
      run.context.clock.set('2026-11-14T12:20:00Z');
      expect(await run.send(id)).toBe(true);
      expect(await writeAt(run, time, '42')).toBe(started);
    }
  });

  test('waits for the worker that moves the deadline at the same moment', async () => {
    const run = await sendLate();
    run.context.clock.set('2026-11-14T09:35:20Z');
    await lease(run.runId);
    const started = await whileHeld(database, {
      hold: (client) =>
        client.query(
          `update automation_runs set asked_at = '2026-11-14T09:34:50Z', reply_deadline = '2026-11-14T09:39:50Z',
             scheduled_at = '2026-11-14T09:39:50Z' where id = $1`,
          [run.runId],
        ),
      work: () => run.write('42'),
    });
    expect(started).toBe(0);
    expect(await run.at('09:35:21')).toMatchObject(answered);
  });

  test.each([
    ['is not due', '09:34:59', true],
    ['no worker has leased, as a cancelation does', '09:35:20', false],
  ])('does not wait for a transaction that has locked a run which %s', async (_, time, isLeased) => {
    const run = await sendLate();
    if (isLeased) await lease(run.runId);
    await whileHeld(database, {
      hold: (client) =>
        client.query('select from automation_runs where id = $1 for no key update', [run.runId]),
      work: async () => {},
      waiting: 0,
      check: async () => expect(await run.writeAt(time, '42')).toBe(1),
    });
  });
});

describe('a question', () => {
  test('that waits for a worker is not looked at every second', async () => {
    const run = await prepare([question(1)]);
    expect(await run.at('09:31:00')).toMatchObject({ status: 'running', until: '09:31:10' });
  });

  test('that was queued just now can be answered, as in the test of a partner', async () => {
    const run = await prepare([question(60)]);
    run.context.clock.advance(9_999);
    expect(await run.write('42')).toBe(0);
  });

  test('that is being sent can be answered, and has its deadline after the attempt began', async () => {
    const run = await prepare([question(60)]);
    const [id = ''] = await run.messageIds();
    run.context.clock.set('2026-11-14T09:30:30Z');
    await run.claim(id);
    expect(await run.at('09:31:00')).toMatchObject({ status: 'running', until: '09:31:30' });
    expect(await run.write('42')).toBe(0);
    expect(await run.at('09:31:01')).toMatchObject({ status: 'completed', variables: { answer: '42' } });
  });

  test('that the provider has rejected has no reply, and its run continues with `else`', async () => {
    const run = await prepare([question(60)]);
    const [id = ''] = await run.messageIds();
    expect(await run.reject(id)).toBe(true);
    expect(await run.write('42')).toBe(1);
    expect(await run.at('09:31:00')).toMatchObject({ status: 'completed' });
    expect(await run.texts()).toEqual(['Where do you live?', 'no answer']);
  });

  test('that a process of the previous release has sent keeps its deadline', async () => {
    const run = await prepare([question(60)]);
    const [id = ''] = await run.messageIds();
    await run.send(id);
    await prisma.message.updateMany({ where: { id }, data: { attemptedAt: null } });
    expect(await run.at('09:31:00')).toMatchObject({ status: 'completed' });
  });
});
