import { describe, expect, test } from '@jest/globals';
import { limitsOf, newId } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { startTime } from '../test-context.js';
import { createChat, recordRoundTrips } from '../testkit.js';
import { whileHeld } from '../while-held.js';
import { useAccepting } from './use-accepting.js';
import { inAnHour } from './use-sending.js';

const { worlds, openChats, openClosedChat, send, keyed, storedIn, latestOf, transactionsOf, keysOf } =
  useAccepting();

describe('messages that are accepted together', () => {
  test('share a transaction and its statements, and each has its result, its place in its chat and its job', async () => {
    const chatIds = await openChats(3);
    const messages = await Promise.all(chatIds.map((chatId) => send(chatId)));
    expect(messages.map(({ chatId }) => chatId)).toEqual(chatIds);
    expect(await transactionsOf(chatIds)).toHaveLength(1);
    for (const { id, chatId } of messages) {
      expect(await storedIn(chatId)).toMatchObject([{ id, status: 'pending' }]);
      expect(await latestOf(chatId)).toBe(id);
      expect(await findJobs(worlds.database, 'send-message', id)).toMatchObject([
        {
          payload: { tenantId: worlds.own.tenant.id, messageId: id },
          runAt: new Date(startTime),
          isBulk: false,
        },
      ]);
    }
  });

  test('take two round trips, and one more if there are idempotency keys', async () => {
    for (const [round, keys] of [[], ['trip-1', 'trip-2', 'trip-3']].entries()) {
      const chatIds = await openChats(3);
      const contexts = chatIds.map((_, index) => keyed(keys[index]));
      const { roundTrips } = await recordRoundTrips(() =>
        Promise.all(chatIds.map((chatId, index) => send(chatId, { context: contexts[index] }))),
      );
      const trips = roundTrips.filter(([first]) => first !== 'notify-workers');
      expect(trips).toHaveLength(2 + round);
      expect(trips.at(-1)).toEqual([
        'store-messages',
        'add-sending-jobs',
        ...(round ? ['store-idempotency-keys'] : []),
        expect.stringMatching(/; commit$/),
      ]);
    }
  });

  test('a refused one gets its own error, and the others are accepted in one transaction', async () => {
    const [first, second] = await openChats(2);
    const closed = await openClosedChat();
    const results = await Promise.allSettled([
      send(first),
      send(newId()),
      send(closed),
      send(first, { text: undefined }),
      send(second),
      send(worlds.other.chat.id),
    ]);
    expect(results.map((result) => Object(Object(result).reason).code)).toEqual([
      undefined,
      'chat_not_found',
      'reply_window_closed',
      'invalid_body_params',
      undefined,
      'chat_not_found',
    ]);
    for (const chatId of [first, second]) expect(await storedIn(chatId)).toHaveLength(1);
    expect(await storedIn(closed)).toEqual([]);
    expect(await transactionsOf([first, second])).toHaveLength(1);
  });

  test('if a statement fails because of one of them, the others are accepted once, each in its own transaction', async () => {
    const [first, damaged, second] = await openChats(3);
    await worlds.database.pool.query(
      `alter table messages add constraint no_damage check (text <> 'damage') not valid`,
    );
    const results = await Promise.allSettled([
      send(first, { context: keyed('beside-damage') }),
      send(damaged, { text: 'damage', context: keyed('damage') }),
      send(second),
    ]);
    await worlds.database.pool.query('alter table messages drop constraint no_damage');
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    for (const chatId of [first, second]) expect(await storedIn(chatId)).toHaveLength(1);
    expect(await transactionsOf([first, second])).toHaveLength(2);
    expect(await storedIn(damaged)).toEqual([]);
    expect(await keysOf(['beside-damage', 'damage'])).toEqual(['beside-damage']);
  });

  test('to one chat are stored in the order of their requests', async () => {
    const [chatId, other] = await openChats(2);
    const texts = Array.from({ length: 8 }, (_, index) => `${index}`);
    const sent = await Promise.all([
      ...texts.map((text, index) => send(index % 2 ? chatId : chatId.toUpperCase(), { text })),
      send(other),
    ]);
    const stored = await storedIn(chatId);
    expect(stored.map(({ text }) => text)).toEqual(texts);
    expect(stored.map(({ id }) => id)).toEqual(sent.slice(0, -1).map(({ id }) => id));
    expect(await latestOf(chatId)).toBe(stored.at(-1)?.id);
  });

  test('one to a chat that another transaction has locked delays no other one', async () => {
    const [locked, free] = await openChats(2);
    const sending: Promise<unknown>[] = [];
    await whileHeld(worlds.database, {
      hold: (client) => client.query('select from chats where id = $1 for update', [locked]),
      work: async () => {
        sending.push(send(locked), send(free));
        return sending[0];
      },
      check: async () => {
        await sending[1];
        expect(await storedIn(free)).toHaveLength(1);
        expect(await storedIn(locked)).toEqual([]);
      },
    });
    expect(await storedIn(locked)).toHaveLength(1);
  });

  test('those of different tenants share no transaction', async () => {
    const [chatId] = await openChats(1);
    const { database, other } = worlds;
    const theirs = await createChat(database, other.tenant.id, { openUntil: inAnHour });
    await Promise.all([send(chatId), send(theirs.id, { context: worlds.otherContext() })]);
    expect(await transactionsOf([chatId, theirs.id])).toHaveLength(2);
  });

  test('the limit of waiting jobs refuses each of them when it is reached', async () => {
    const limits = limitsOf({ plan: 'free', requestsPerMinute: null, limitOverrides: { waitingJobs: 10 } });
    const chatIds = await openChats(3);
    const sendAll = (waitingJobs: number) =>
      Promise.allSettled(
        chatIds.map((chatId) => send(chatId, { context: { ...worlds.context(), limits, waitingJobs } })),
      );
    expect((await sendAll(10)).map((result) => Object(Object(result).reason).code)).toEqual(
      chatIds.map(() => 'waiting_jobs_limit_reached'),
    );
    for (const chatId of chatIds) expect(await storedIn(chatId)).toEqual([]);
    expect((await sendAll(7)).map(({ status }) => status)).toEqual(chatIds.map(() => 'fulfilled'));
  });
});
