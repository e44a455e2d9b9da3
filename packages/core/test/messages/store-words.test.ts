import { describe, expect, test } from '@jest/globals';
import type { Chat } from '@parley/database';
import { storeWordsInTurn } from '../../src/index.js';
import { setTenantLanguage } from '../../src/tenants/administration.js';
import { createChat, createMessage, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import {
  findByWords,
  idBefore,
  settleWords,
  storeAllWords,
  storedIds,
  storedUntil,
} from './store-all-words.js';

const { database, sizes } = useWorlds();
const _minute = 60_000;

async function openChat(): Promise<Chat> {
  const { id } = await createTenant(database);
  return createChat(database, id);
}

const idsOf = (chat: Chat) => storedIds(database, chat.tenantId);
const untilOf = (chat: Chat) => storedUntil(database, chat.tenantId);
const find = (chat: Chat, search: string) => findByWords(database, chat.tenantId, search);

describe('storing words', () => {
  test('stores those of every message with a text or a subject, once', async () => {
    const chat = await openChat();
    const [one, two] = [await createMessage(database, chat), await createMessage(database, chat)];
    await createMessage(database, chat, { text: null });
    const mail = await createMessage(database, chat, { text: '', subject: 'Order' });
    await storeAllWords(database);
    expect(await idsOf(chat)).toEqual([one.id, two.id, mail.id]);
    await storeAllWords(database);
    expect(await idsOf(chat)).toHaveLength(3);
  });

  test('leaves no gap when a transaction commits a message with a lower id later', async () => {
    const chat = await openChat();
    const { pool } = database;
    const [lateId, visibleId] = [idBefore(20), idBefore(10)];
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into messages (tenant_id, id, chat_id, channel_id, sender, text, timestamp)
         values ($1, $2, $3, $4, 'inbound', 'late order', now())`,
        [chat.tenantId, lateId, chat.id, chat.channelId],
      );
      await createMessage(database, chat, { id: visibleId, text: 'visible order' });
      for (let turn = 0; turn < 3; turn += 1) await storeAllWords(database);
      expect(await idsOf(chat)).toEqual([visibleId]);
      expect(await untilOf(chat)).toBeNull();
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await find(chat, 'order')).toEqual([lateId, visibleId]);
    await settleWords(database, chat.tenantId);
    expect(await idsOf(chat)).toEqual([lateId, visibleId]);
    expect(await untilOf(chat)).toEqual(expect.any(String));
    expect(await find(chat, 'order')).toEqual([lateId, visibleId]);
  });

  test('does not wait for a transaction of the server from which the database was restored', async () => {
    const chat = await openChat();
    await createMessage(database, chat, { id: idBefore(10) });
    await storeAllWords(database);
    await database.pool.query(
      'update message_word_progress set settling_number = 4000000000000 where tenant_id = $1',
      [chat.tenantId],
    );
    await settleWords(database, chat.tenantId);
    expect(await untilOf(chat)).toEqual(expect.any(String));
  });

  test('begins again when the language changes', async () => {
    const chat = await openChat();
    const { id } = await createMessage(database, chat, { id: idBefore(10), text: 'Delivered' });
    for (let turn = 0; turn < 2; turn += 1) await storeAllWords(database);
    await setTenantLanguage(database, { tenant: chat.tenantId, searchLanguage: 'english' });
    await storeAllWords(database);
    const { rows } = await database.pool.query(
      'select language, words::text from message_words where tenant_id = $1',
      [chat.tenantId],
    );
    expect(rows).toEqual([{ language: 'english', words: `'deliv':258 'delivered':1` }]);
    expect(await find(chat, 'deliver')).toEqual([id]);
  });

  test('is the work of one process at a time, which ends when the process stops', async () => {
    const chat = await openChat();
    await createMessage(database, chat);
    await storeAllWords(database);
    expect(await storeWordsInTurn({ database, sizes: sizes })).toBe(false);
    const { id } = await createMessage(database, chat);
    await storeWordsInTurn({
      database,
      overdueMs: -120_000,
      signal: AbortSignal.abort(),
      sizes: sizes,
    });
    expect(await idsOf(chat)).not.toContain(id);
    await storeAllWords(database);
    expect(await idsOf(chat)).toContain(id);
  });
});

describe('a turn', () => {
  /** Holds a row of a message while work is done. */
  async function whileLocked(id: string, work: () => Promise<void>): Promise<void> {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from messages where id = $1 for update', [id]);
      await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('does not wait for a message that is locked, and is not complete until its words are stored', async () => {
    const chat = await openChat();
    const first = await createMessage(database, chat, { id: idBefore(20), text: 'first order' });
    await storeAllWords(database);
    const [locked, last] = [idBefore(15), idBefore(10)];
    for (const id of [locked, last]) await createMessage(database, chat, { id, text: 'order' });
    await whileLocked(locked, async () => {
      // It takes two turns, and more while older transactions of other databases of the server run.
      do await storeAllWords(database);
      while ((await idsOf(chat)).length < 2);
      expect(await idsOf(chat)).toEqual([first.id, last]);
      expect(await untilOf(chat)).toBeNull();
      expect(await find(chat, 'order')).toEqual([first.id, locked, last]);
    });
    await settleWords(database, chat.tenantId);
    expect(await idsOf(chat)).toEqual([first.id, locked, last]);
    expect(await untilOf(chat)).toEqual(expect.any(String));
    expect(await find(chat, 'order')).toEqual([first.id, locked, last]);
  });

  test('ends although it failed for a workspace, and reports the failure', async () => {
    const [failing, chat] = [await openChat(), await openChat()];
    await createMessage(database, failing);
    const { id } = await createMessage(database, chat);
    await database.pool.query(`alter table message_words add constraint refused
      check (tenant_id <> '${failing.tenantId}') not valid`);
    try {
      await expect(storeAllWords(database)).rejects.toThrow('The words of some workspaces were not stored');
    } finally {
      await database.pool.query('alter table message_words drop constraint refused');
    }
    expect(await idsOf(chat)).toEqual([id]);
    const { rows } = await database.pool.query(
      `select due_at < clock_timestamp() + interval '11 seconds' as "isSoon" from usage_counts where name = 'message_words'`,
    );
    expect(rows).toEqual([{ isSoon: true }]);
    await storeAllWords(database);
    expect(await idsOf(failing)).toHaveLength(1);
  });

  test('begins at the messages that it reached before, and earlier only when an id has settled', async () => {
    const chat = await openChat();
    const first = await createMessage(database, chat, { id: idBefore(20) });
    await settleWords(database, chat.tenantId);
    // As if these turns were longer ago, and a transaction had been running since then.
    const earlier = idBefore(10);
    await database.pool.query(
      'update message_word_progress set stored_until = $2, settling_until = $2 where tenant_id = $1',
      [chat.tenantId, earlier],
    );
    const late = await createMessage(database, chat, { id: idBefore(8), text: 'late order' });
    const last = await createMessage(database, chat, { text: 'last order' });
    await storeAllWords(database);
    expect(await idsOf(chat)).toEqual([first.id, last.id]);
    expect(await untilOf(chat)).toBe(earlier);
    expect(await find(chat, 'order')).toEqual([late.id, last.id]);
    await settleWords(database, chat.tenantId);
    expect(await idsOf(chat)).toEqual([first.id, late.id, last.id]);
    const until = await untilOf(chat);
    expect(until && until > late.id && until < last.id).toBe(true);
    expect(await find(chat, 'order')).toEqual([late.id, last.id]);
    // The next id is not noted for half a minute, so that the following turns do not begin there.
    for (let turn = 0; turn < 2; turn += 1) await storeAllWords(database);
    expect(await untilOf(chat)).toBe(until);
  });
});
