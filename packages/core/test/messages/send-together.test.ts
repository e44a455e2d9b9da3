import { describe, expect, test } from '@jest/globals';
import {
  type Attempt,
  applyMessageStatus,
  claimMessages,
  completeSending,
  createBatcher,
  newId,
  sendMessage,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createChannel, createChat, createContact } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';
import { eventsOf, publicUrl } from './received-message.js';

const worlds = useWorlds();
const { database, prisma, own } = worlds;
const leaseMs = 30_000;

/** Chats on one channel, each with a number of messages that are due. */
async function prepare({ chats: chatCount, messages = 1 }: { chats: number; messages?: number }) {
  const context = worlds.context();
  const { id: channelId } = await createChannel(database, own.tenant.id, { type: 'sms' });
  const chats: { id: string; contactId: string; messageIds: string[] }[] = [];
  for (let number = 0; number < chatCount; number += 1) {
    const { id, contactId } = await createChat(database, own.tenant.id, { channelId });
    const messageIds: string[] = [];
    for (let count = 0; count < messages; count += 1)
      messageIds.push((await sendMessage(context, { to: { chatId: id }, text: `${count}`, publicUrl })).id);
    chats.push({ id, contactId, messageIds });
  }
  const ids = chats.flatMap(({ messageIds }) => messageIds);
  const attempts = ids.map((messageId) => ({ messageId, leaseToken: newId() }));
  const rules = {
    leaseMs,
    maxAttempts: 7,
    isRepeatable: () => false,
    reserveSlot: async () => context.now(),
  };
  const start = (given = attempts) => claimMessages(context, given, rules);
  const claim = async (given = attempts) => Promise.all(await start(given));
  const sent = attempts.map((attempt, index) => {
    return { ...attempt, channelId, vendorId: `SM-${index}-${channelId}`, isWalked: false };
  });
  const complete = async (given = sent) => Promise.all(await completeSending(context, given));
  const read = async (messageId = '') => prisma.message.findFirstOrThrow({ where: { id: messageId } });
  const typesOf = async (chatId = '') =>
    (await eventsOf(database, chatId)).map(({ type, data }) => [type, Object(data).status]);
  return { context, channelId, chats, ids, attempts, start, claim, sent, complete, read, typesOf };
}

describe('messages that are claimed together', () => {
  test('are leased, each with its own token; of two messages of a chat only the first', async () => {
    const { ids, attempts, claim, read } = await prepare({ chats: 2, messages: 2 });
    const claimed = await claim();
    const [first, behind, other, otherBehind] = ids;
    expect(claimed.map((message) => message?.id)).toEqual([first, undefined, other, undefined]);
    expect(await read(first)).toMatchObject({ leaseToken: attempts[0]?.leaseToken, attemptCount: 1 });
    expect(await read(other)).toMatchObject({ leaseToken: attempts[2]?.leaseToken, attemptCount: 1 });
    for (const id of [behind, otherBehind])
      expect(await read(id)).toMatchObject({ leaseToken: null, attemptCount: 0 });
  });

  test('a message that is listed twice is leased once', async () => {
    const { attempts, claim, read } = await prepare({ chats: 1 });
    const [attempt] = attempts;
    const messageId = attempt?.messageId ?? '';
    const claimed = await claim([{ messageId, leaseToken: newId() }, ...attempts].reverse());
    expect(claimed.map((message) => message?.id)).toEqual([messageId, undefined]);
    expect(await read(messageId)).toMatchObject({ leaseToken: attempt?.leaseToken, attemptCount: 1 });
  });

  test('a message to a person who is being erased is not sent, and the others are', async () => {
    const { ids, chats, claim, context } = await prepare({ chats: 3 });
    const { tenantId } = context;
    const { id: contactId } = await createContact(database, tenantId);
    await prisma.erasure.create({
      data: { tenantId, contactId, requestedAt: context.now() },
    });
    await database.pool.query(
      'insert into erased_records (tenant_id, contact_id, id, is_file, is_hidden) values ($1, $2, $3, false, true)',
      [tenantId, contactId, chats[1]?.id],
    );
    const claimed = await claim();
    expect(claimed.map((message) => message?.id)).toEqual([ids[0], undefined, ids[2]]);
  });

  test('a message whose channel has damaged secrets fails alone', async () => {
    const broken = await prepare({ chats: 1 });
    const { attempts, ids, start } = await prepare({ chats: 2 });
    await database.pool.query(
      `update channels set secrets = '{"authToken": "sealed:v1:damaged"}' where id = $1`,
      [broken.channelId],
    );
    const [failed, ...others] = await Promise.allSettled(await start([...broken.attempts, ...attempts]));
    expect(failed?.status).toBe('rejected');
    expect(others.map((result) => result.status === 'fulfilled' && result.value?.id)).toEqual(ids);
  });

  test('a message that another transaction has locked delays no other one that is claimed after it', async () => {
    const { ids, attempts, start } = await prepare({ chats: 2 });
    const [lockedId, freeId] = ids;
    const claims = createBatcher((given: readonly Attempt[]) => start([...given]), { maxSize: 50 });
    const [locked, free] = attempts.map((attempt) => () => claims.add(attempt));
    const claimed = await whileHeld(database, {
      hold: (client) => client.query('select from messages where id = $1 for update', [lockedId]),
      work: async () => locked?.(),
      check: async () => expect(await free?.()).toMatchObject({ id: freeId }),
    });
    expect(claimed).toMatchObject({ id: lockedId });
  });

  test('a message that another transaction has locked delays no other one of its batch', async () => {
    const { ids, start } = await prepare({ chats: 2 });
    const [lockedId, freeId] = ids;
    let claiming: ReturnType<typeof start> = Promise.resolve([]);
    const claimed = await whileHeld(database, {
      hold: (client) => client.query('select from messages where id = $1 for update', [lockedId]),
      work: async () => {
        claiming = start();
        const [locked] = await claiming;
        return locked;
      },
      check: async () => {
        const [, free] = await claiming;
        expect(await free).toMatchObject({ id: freeId });
      },
    });
    expect(claimed).toMatchObject({ id: lockedId });
  });
});

describe('messages that are recorded as sent together', () => {
  test('each moves and has its event, and the next message of its chat is due', async () => {
    const { claim, complete, ids, chats, context, sent, read, typesOf } = await prepare({
      chats: 2,
      messages: 2,
    });
    await claim();
    context.clock.advance(500);
    const [first, , other] = sent;
    if (first === undefined || other === undefined) throw new Error('There are no messages');
    expect(await complete([first, other])).toEqual([true, true]);
    for (const { messageId, vendorId } of [first, other])
      expect(await read(messageId)).toMatchObject({ status: 'sent', vendorId, leaseToken: null });
    for (const { id } of chats) expect(await typesOf(id)).toEqual([['message.sent', 'sent']]);
    for (const id of [ids[1], ids[3]])
      expect(await findJobs(database, 'send-message', id ?? '')).toMatchObject([{ runAt: context.now() }]);
  });

  test('one whose lease was lost changes nothing, and the others are recorded', async () => {
    const { claim, complete, sent, chats, read, typesOf } = await prepare({ chats: 3 });
    await claim();
    const lost = sent.map((attempt, index) => (index === 1 ? { ...attempt, leaseToken: newId() } : attempt));
    const before = await read(sent[1]?.messageId);
    expect(await complete(lost)).toEqual([true, false, true]);
    expect(await read(sent[1]?.messageId)).toEqual(before);
    expect(await Promise.all(chats.map(({ id }) => typesOf(id)))).toEqual([
      [['message.sent', 'sent']],
      [],
      [['message.sent', 'sent']],
    ]);
  });

  test('each gets its own early statuses, in the order of the states', async () => {
    const { claim, complete, sent, chats, context, typesOf } = await prepare({ chats: 3 });
    await claim();
    for (const [index, status] of [
      [0, 'read'],
      [0, 'delivered'],
      [2, 'delivered'],
    ] as const) {
      const { channelId = '', vendorId: externalId = '' } = sent[index] ?? {};
      await applyMessageStatus(context, { channelId, externalId, reference: null, status, errors: [] });
    }
    expect(await complete()).toEqual([true, true, true]);
    const types = await Promise.all(chats.map(({ id }) => typesOf(id)));
    expect(types.map((events) => events.map(([, status]) => status))).toEqual([
      ['sent', 'delivered', 'read'],
      ['sent'],
      ['sent', 'delivered'],
    ]);
  });

  test('one that cannot be recorded with the others is recorded alone: two have the same id of the provider', async () => {
    const { claim, complete, sent, read } = await prepare({ chats: 3 });
    await claim();
    const vendorId = newId();
    const same = sent.map((attempt, index) => (index < 2 ? { ...attempt, vendorId } : attempt));
    expect(await complete(same)).toEqual([true, true, true]);
    const stored = await Promise.all(sent.map(({ messageId }) => read(messageId)));
    expect(stored.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
    expect(stored.filter((message) => message.vendorId === vendorId)).toHaveLength(1);
    expect(stored[2]?.vendorId).toBe(sent[2]?.vendorId);
  });

  test('of those of several workers, each message has one event', async () => {
    const { claim, complete, sent, chats, typesOf } = await prepare({ chats: 4 });
    await claim();
    const results = await Promise.all([complete(), complete([...sent].reverse()), complete()]);
    expect(results.flat().filter(Boolean)).toHaveLength(4);
    for (const { id } of chats) expect(await typesOf(id)).toEqual([['message.sent', 'sent']]);
  });
});
