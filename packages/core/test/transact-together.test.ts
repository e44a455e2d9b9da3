import { describe, expect, test } from '@jest/globals';
import { addContactLabels, type Context, changeChatStatus, newId } from '../src/index.js';
import { withKey } from './test-context.js';
import { createChat, createContact, createLabel } from './testkit.js';
import { useWorlds } from './use-worlds.js';
import { countWaiting, whileHeld } from './while-held.js';

const worlds = useWorlds();

describe('writes that arrive together', () => {
  test('share a transaction for each kind of write and each tenant', async () => {
    const context = worlds.context();
    const [first, second, third] = await createChats(3);
    const [contactId, otherId] = await createContacts(2);
    const theirs = worlds.otherContext();
    const labelIds = [(await createLabel(worlds.database, context.tenantId)).id];
    const results = await Promise.all([
      close(context, first),
      close(context, second),
      close(context, third),
      close(theirs, worlds.other.chat.id),
      addContactLabels(context, { contactId, labelIds }),
      addContactLabels(context, { contactId: otherId, labelIds }),
    ]);
    const ids = [first, second, third, worlds.other.chat.id, contactId, otherId];
    expect(results.map(({ id }) => id)).toEqual(ids);
    const transactions = await transactionsOf(ids);
    expect(new Set(transactions.slice(0, 3)).size).toBe(1);
    expect(new Set(transactions.slice(4)).size).toBe(1);
    expect(new Set(transactions).size).toBe(3);
  });

  test('fail alone, and the others are written once', async () => {
    const context = worlds.context();
    const [first, second] = await createChats(2);
    const missing = newId();
    const results = await Promise.allSettled(
      [first, missing, second, 'not an id'].map((id) => close(context, id)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(results.map((result) => Object(Object(result).reason).code)).toEqual([
      undefined,
      'chat_not_found',
      undefined,
      'chat_not_found',
    ]);
    expect(await statusesOf([first, second])).toEqual(['closed', 'closed']);
  });

  test('to one record are written one after the other, each with its own event', async () => {
    const context = worlds.context();
    const [chatId, otherId] = await createChats(2);
    const change = (status: 'open' | 'closed' | 'snoozed') => changeChatStatus(context, { chatId, status });
    const chats = await Promise.all([
      change('closed'),
      close(context, otherId),
      changeChatStatus(context, { chatId: chatId.toUpperCase(), status: 'snoozed' }),
    ]);
    expect(chats.map(({ status }) => status)).toEqual(['closed', 'closed', 'snoozed']);
    expect(await statusesOf([chatId])).toEqual(['closed', 'snoozed']);
  });

  test('to one record of which the first fails: the second does not', async () => {
    const context = worlds.context();
    const [chatId] = await createChats(1);
    const snoozedUntil = '2020-01-01T00:00:00.000Z';
    const [first, second] = await Promise.allSettled([
      changeChatStatus(context, { chatId, status: 'snoozed', snoozedUntil }),
      close(context, chatId),
    ]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(await statusesOf([chatId])).toEqual(['closed']);
  });

  test('do not wait for a record that is locked for long', async () => {
    const context = worlds.context();
    const [locked, free] = await createChats(2);
    let isWritten = false;
    const writes = Promise.all([
      whileHeld(worlds.database, {
        hold: (client) => client.query('select from chats where id = $1 for update', [locked]),
        work: () =>
          Promise.all([
            close(context, locked),
            close(context, free).then(() => {
              isWritten = true;
            }),
          ]),
        check: async () => {
          while (!isWritten) await new Promise(setImmediate);
        },
      }),
    ]);
    await writes;
    expect(await statusesOf([locked, free])).toEqual(['closed', 'closed']);
  });

  test('do not wait for the write before them if its record is locked for long', async () => {
    const context = worlds.context();
    const [locked, free] = await createChats(2);
    await whileHeld(worlds.database, {
      hold: (client) => client.query('select from chats where id = $1 for update', [locked]),
      work: () => close(context, locked),
      check: async () => {
        await close(context, free);
        expect(await statusesOf([locked, free])).toEqual(['closed']);
      },
    });
    expect(await statusesOf([locked])).toEqual(['closed']);
  });

  test('to one record that is locked for long are written one after the other, on one connection', async () => {
    const context = worlds.context();
    const [locked, free] = await createChats(2);
    const later: Promise<unknown>[] = [];
    await whileHeld(worlds.database, {
      hold: (client) => client.query('select from chats where id = $1 for update', [locked]),
      work: () =>
        Promise.all([
          close(context, locked),
          changeChatStatus(context, { chatId: locked, status: 'snoozed' }),
        ]),
      check: async () => {
        for (const status of ['closed', 'snoozed', 'open'] as const) {
          // The one before has left its batch when this one ends.
          await close(context, free);
          later.push(changeChatStatus(context, { chatId: locked, status }));
        }
        await close(context, free);
        expect(await countWaiting(worlds.database.pool)).toBe(1);
      },
    });
    await Promise.all(later);
    expect(await statusesOf([locked])).toEqual(['closed', 'snoozed', 'closed', 'snoozed', 'open']);
  });

  test('with idempotency keys share it too, and each result is stored under its key', async () => {
    const [first, second] = await createChats(2);
    const keyed = (chatId: string) => close(withKey(worlds.context(), { key: `close ${chatId}` }), chatId);
    const closed = await Promise.all([keyed(first), keyed(second)]);
    expect(new Set(await transactionsOf([first, second])).size).toBe(1);
    expect(await Promise.all([keyed(second), keyed(first)])).toEqual([...closed].reverse());
    expect(await statusesOf([first, second])).toEqual(['closed', 'closed']);
  });
});

function close(context: Context, chatId: string) {
  return changeChatStatus(context, { chatId, status: 'closed' });
}

async function createChats(count: number) {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await createChat(worlds.database, worlds.own.tenant.id)).id);
  return ids as [string, string, string]; // A test reads as many as it creates.
}

async function createContacts(count: number) {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await createContact(worlds.database, worlds.own.tenant.id)).id);
  return ids as [string, string]; // A test reads as many as it creates.
}

/** The transactions that have recorded the events of these chats or contacts. */
async function transactionsOf(ids: readonly string[]): Promise<string[]> {
  const { rows } = await worlds.database.pool.query<{ id: string; transaction: string }>(
    `select coalesce(chat_id, contact_id) as id, xmin::text as transaction from events
     where coalesce(chat_id, contact_id) = any ($1)`,
    [ids],
  );
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(({ transaction }) => transaction));
}

/** The status in each event of these chats, in the order in which they were recorded. */
async function statusesOf(ids: readonly string[]): Promise<string[]> {
  const { rows } = await worlds.database.pool.query<{ status: string }>(
    `select data ->> 'status' as status from events where chat_id = any ($1) order by position, id`,
    [ids],
  );
  return rows.map(({ status }) => status);
}
