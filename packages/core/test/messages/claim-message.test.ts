import { describe, expect, test } from '@jest/globals';
import {
  abandonMessage,
  failSending,
  leaveSendingOpen,
  newId,
  postponeSending,
  releaseMessage,
  sendMessage,
  walkSandboxMessage,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import type { TestContext } from '../test-context.js';
import { createChannel, createChat, createMessage } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { eventsOf, publicUrl } from './received-message.js';
import { claimMessage, completeOne } from './send-one.js';

const worlds = useWorlds();
const { database, prisma, own } = worlds;
const leaseMs = 30_000;

async function prepare(count = 1) {
  const context = worlds.context();
  const channel = await createChannel(database, own.tenant.id, { type: 'sms' });
  const chat = await createChat(database, own.tenant.id, { channelId: channel.id });
  const messages: { id: string }[] = [];
  for (let number = 1; number <= count; number += 1) {
    messages.push(await sendMessage(context, { to: { chatId: chat.id }, text: `${number}`, publicUrl }));
  }
  const [{ id } = { id: '' }, { id: nextId } = { id: '' }] = messages;
  const read = () => prisma.message.findFirstOrThrow({ where: { id } });
  return { context, channel, chat, id, nextId, read };
}

type Rules = Partial<Parameters<typeof claimMessage>[1]>;

function claim(context: TestContext, messageId: string, rules: Rules = {}) {
  return claimMessage(context, { messageId, leaseToken: newId(), leaseMs, ...rules });
}

const dueAt = async (id: string) =>
  (await findJobs(database, 'send-message', id)).map(({ runAt }) => runAt.toISOString());

const after = (context: TestContext, ms: number) => new Date(context.now().getTime() + ms);

describe('releasing a message', () => {
  test('counts no attempt and sends it at the given time; only with the lease of its claim', async () => {
    const { context, id, read } = await prepare();
    const leaseToken = newId();
    await claim(context, id, { leaseToken });
    const at = after(context, 5_000);
    const jobs = await dueAt(id);
    expect(await releaseMessage(context, { messageId: id, leaseToken: newId() }, at)).toBe(false);
    expect(await read()).toMatchObject({ leaseToken, attemptCount: 1 });
    expect(await dueAt(id)).toEqual(jobs);
    expect(await releaseMessage(context, { messageId: id, leaseToken }, at)).toBe(true);
    expect(await read()).toMatchObject({ leaseToken: null, leaseExpiresAt: null, attemptCount: 0 });
    expect(await dueAt(id)).toContain(at.toISOString());
  });
});

describe('claiming a message', () => {
  test('leases it with everything that its adapter needs', async () => {
    const { context, channel, id, read } = await prepare();
    const leaseToken = newId();
    expect(await claim(context, id, { leaseToken })).toMatchObject({
      id,
      text: '1',
      attemptCount: 1,
      to: { handleType: 'phone_number' },
      channel: { id: channel.id, provider: 'sandbox', type: 'sms', settings: {}, secrets: {} },
      template: null,
      inReplyTo: null,
      isAutomated: false,
    });
    expect(await read()).toMatchObject({
      leaseToken,
      leaseExpiresAt: after(context, leaseMs),
      attemptCount: 1,
    });
  });

  test('names the message that an email replies to, the newest of the contact in this chat; others reply to none', async () => {
    const replied = async (type: 'email' | 'sms') => {
      const context = worlds.context();
      const channel = await createChannel(database, own.tenant.id, { type });
      const chat = await createChat(database, own.tenant.id, { channelId: channel.id });
      const at = (minutes: number) => ({
        createdAt: after(context, minutes * 60_000),
        timestamp: after(context, minutes * 60_000),
      });
      await createMessage(database, chat, { vendorId: 'first', ...at(-4) });
      await createMessage(database, chat, { vendorId: 'newest', ...at(-3) });
      await createMessage(database, chat, { vendorId: 'own', sender: 'outbound', ...at(-2) });
      const other = await createChat(database, own.tenant.id, { channelId: channel.id });
      await createMessage(database, other, { vendorId: 'other', ...at(-1) });
      const { id } = await sendMessage(context, { to: { chatId: chat.id }, text: 'Yes', publicUrl });
      await createMessage(database, chat, { vendorId: 'later', ...at(1) });
      return (await claim(context, id))?.inReplyTo;
    };
    expect(await replied('email')).toBe('newest');
    expect(await replied('sms')).toBeNull();
  });

  test('of ten concurrent workers one gets it; the others retry when its lease ends', async () => {
    const { context, id } = await prepare();
    const claimed = await Promise.all(Array.from({ length: 10 }, () => claim(context, id)));
    expect(claimed.filter((message) => message !== null)).toHaveLength(1);
    expect(await dueAt(id)).toEqual([after(context, leaseMs).toISOString()]);
  });

  test('waits for the previous message of the chat, and is woken when that one is sent', async () => {
    const { context, channel, id, nextId } = await prepare(2);
    expect(await claim(context, nextId)).toBeNull();
    const leaseToken = newId();
    await claim(context, id, { leaseToken });
    context.clock.advance(500);
    const attempt = { messageId: id, leaseToken, channelId: channel.id, vendorId: newId(), isWalked: false };
    expect(await completeOne(context, attempt)).toBe(true);
    expect(await dueAt(nextId)).toEqual([context.now().toISOString()]);
    expect(await claim(context, nextId)).toMatchObject({ id: nextId });
  });

  test('waits for its slot in the rate limit of the channel, and does not reserve another', async () => {
    const { context, id } = await prepare();
    const slot = after(context, 2_000);
    expect(await claim(context, id, { reserveSlot: async () => slot })).toBeNull();
    expect(await dueAt(id)).toEqual([slot.toISOString()]);
    expect(await claim(context, id, { reserveSlot: async () => context.now() })).toBeNull();
    context.clock.set(slot);
    expect(await claim(context, id, { reserveSlot: async () => after(context, 9_000) })).toMatchObject({
      attemptCount: 1,
    });
  });

  test('fails one whose attempt was interrupted, unless the provider may receive it again', async () => {
    const cutOff = await prepare();
    await claim(cutOff.context, cutOff.id);
    cutOff.context.clock.advance(leaseMs);
    expect(await claim(cutOff.context, cutOff.id)).toBeNull();
    expect(await cutOff.read()).toMatchObject({ status: 'failed', errors: [{ code: 'delivery_unknown' }] });
    const [event] = await eventsOf(database, cutOff.chat.id);
    expect(event).toMatchObject({ type: 'message.updated', legacyType: 'SMS_MESSAGE_STATUS' });

    const repeated = await prepare();
    const isRepeatable = () => true;
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      expect(await claim(repeated.context, repeated.id, { isRepeatable })).toMatchObject({
        attemptCount: attempt,
      });
      repeated.context.clock.advance(leaseMs);
    }
    expect(await claim(repeated.context, repeated.id, { isRepeatable })).toBeNull();
    expect((await repeated.read()).status).toBe('failed');
  });
});

describe('the end of an attempt', () => {
  const begin = async () => {
    const prepared = await prepare(2);
    const leaseToken = newId();
    await claim(prepared.context, prepared.id, { leaseToken });
    const attempt = { messageId: prepared.id, leaseToken };
    const sent = {
      ...attempt,
      channelId: prepared.channel.id,
      vendorId: `SM-${prepared.id}`,
      isWalked: true,
    };
    return { ...prepared, attempt, sent };
  };

  test('sent: the provider’s id is known, the event is emitted, and the sandbox advances to read', async () => {
    const { context, sent, id, chat, read } = await begin();
    expect(await completeOne(context, sent)).toBe(true);
    expect(await read()).toMatchObject({ status: 'sent', vendorId: sent.vendorId, leaseToken: null });
    expect(await findJobs(database, 'walk-sandbox', id)).toHaveLength(1);
    const walk = (step: number) =>
      walkSandboxMessage(context, { messageId: id, step }, () => ['delivered', 'read']);
    expect([await walk(0), await walk(1), await walk(2)]).toEqual(['delivered', 'read', null]);
    const events = (await eventsOf(database, chat.id)).map(({ type, data }) => [type, Object(data).status]);
    expect(events).toEqual([
      ['message.sent', 'sent'],
      ['message.updated', 'delivered'],
      ['message.updated', 'read'],
    ]);
  });

  test('refused: the provider’s error is kept, and the next message of the chat is due', async () => {
    const { context, attempt, nextId, read } = await begin();
    const error = { code: '21211', message: 'Invalid To' };
    expect(await failSending(context, attempt, error)).toBe(true);
    expect(await read()).toMatchObject({ status: 'failed', errors: [error], leaseToken: null });
    expect(await claim(context, nextId)).toMatchObject({ id: nextId });
  });

  test('postponed: it is due later and stays before the next', async () => {
    const { context, attempt, id, nextId, read } = await begin();
    const until = after(context, 5_000);
    expect(await postponeSending(context, attempt, until)).toBe(true);
    expect(await read()).toMatchObject({ status: 'pending', leaseToken: null, attemptCount: 1 });
    expect(await dueAt(id)).toEqual([until.toISOString()]);
    expect(await claim(context, nextId)).toBeNull();
  });

  test('unknown: it is not sent again, and fails at the given time', async () => {
    const { context, attempt, id, read } = await begin();
    expect(await leaveSendingOpen(context, attempt, after(context, 60_000))).toBe(true);
    context.clock.advance(59_999);
    expect(await claim(context, id)).toBeNull();
    expect((await read()).status).toBe('pending');
    context.clock.advance(1);
    expect(await claim(context, id)).toBeNull();
    expect((await read()).status).toBe('failed');
  });

  test('of a worker that lost its lease is not written', async () => {
    const { context, sent, attempt, id, read } = await begin();
    context.clock.advance(leaseMs);
    await claim(context, id, { isRepeatable: () => true });
    const before = await read();
    expect(await completeOne(context, sent)).toBe(false);
    expect(await failSending(context, attempt, { code: 'x', message: 'x' })).toBe(false);
    expect(await postponeSending(context, attempt, context.now())).toBe(false);
    expect(await leaveSendingOpen(context, attempt, context.now())).toBe(false);
    expect(await read()).toEqual(before);
  });

  test('leaves the provider’s id to a message that already has it', async () => {
    const { context, sent, chat, read } = await begin();
    await prisma.message.create({
      data: {
        tenantId: chat.tenantId,
        id: newId(),
        chatId: chat.id,
        channelId: chat.channelId,
        vendorId: sent.vendorId,
        sender: 'outbound',
        status: 'sent',
        timestamp: context.now(),
      },
    });
    expect(await completeOne(context, sent)).toBe(true);
    expect(await read()).toMatchObject({ status: 'sent', vendorId: null });
  });
});

test('a message that the service cannot send is shown as failed', async () => {
  const { context, id, read } = await prepare();
  expect(await abandonMessage(context, id)).toBe(true);
  expect(await read()).toMatchObject({ status: 'failed', errors: [{ code: 'internal_error' }] });
});
