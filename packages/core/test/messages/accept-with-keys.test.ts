import { describe, expect, test } from '@jest/globals';
import { refusal } from '../refusals.js';
import { withKey } from '../test-context.js';
import { useAccepting } from './use-accepting.js';

const { worlds, openChats, openClosedChat, send, keyed, storedIn, transactionsOf, keysOf } = useAccepting();

describe('messages with idempotency keys that are accepted together', () => {
  test('each key has the result of its message; a repeated request gets it and sends nothing', async () => {
    const chatIds = await openChats(3);
    const sendAll = () => Promise.all(chatIds.map((chatId) => send(chatId, { context: keyed(chatId) })));
    const first = await sendAll();
    expect(first.map(({ chatId }) => chatId)).toEqual(chatIds);
    expect(await transactionsOf(chatIds)).toHaveLength(1);
    const contexts = chatIds.map((key) => withKey(worlds.context(), { key }));
    const again = await Promise.all(chatIds.map((chatId, at) => send(chatId, { context: contexts[at] })));
    expect(again).toEqual(first);
    expect(contexts.map(({ idempotency }) => idempotency.replayed)).toEqual([true, true, true]);
    for (const chatId of chatIds) expect(await storedIn(chatId)).toHaveLength(1);
  });

  test('a key that is used ten times at once sends one message; the others get its result or 409', async () => {
    const [chatId, other] = await openChats(2);
    const attempt = () => send(chatId, { context: keyed('ten') });
    const [free, ...outcomes] = await Promise.allSettled([
      send(other),
      ...Array.from({ length: 10 }, attempt),
    ]);
    expect(free.status).toBe('fulfilled');
    const ids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject(refusal('idempotency_in_progress'));
    expect((await storedIn(chatId)).map(({ id }) => id)).toEqual([ids[0]]);
  });

  test('a key that is used for two chats at once sends to the first, and the second is refused', async () => {
    const [first, second] = await openChats(2);
    const use = (chatId: string) =>
      send(chatId, { context: withKey(worlds.context(), { key: 'both', requestHash: chatId }) });
    const [one, two] = await Promise.allSettled([use(first), use(second)]);
    expect(one.status).toBe('fulfilled');
    expect(Object(two).reason).toMatchObject(refusal('idempotency_key_reused'));
    expect(await storedIn(second)).toEqual([]);
  });

  test('409 for a key whose first request still runs, and the others are accepted', async () => {
    const [first, second] = await openChats(2);
    const lock = `select pg_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text, 0))`;
    const client = await worlds.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(lock, [worlds.own.tenant.id, 'held']);
      const [free, held] = await Promise.allSettled([send(first), send(second, { context: keyed('held') })]);
      expect(free.status).toBe('fulfilled');
      expect(Object(held).reason).toMatchObject(refusal('idempotency_in_progress'));
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await storedIn(second)).toEqual([]);
  });

  test('a refused message leaves its key free, and the others still share their transaction', async () => {
    const [first, second] = await openChats(2);
    const closed = await openClosedChat();
    const [, refused] = await Promise.allSettled([
      send(first, { context: keyed('open') }),
      send(closed, { context: keyed('closed') }),
      send(second),
    ]);
    expect(Object(refused).reason).toMatchObject(refusal('reply_window_closed'));
    expect(await keysOf(['open', 'closed'])).toEqual(['open']);
    expect(await transactionsOf([first, second])).toHaveLength(1);
  });
});
