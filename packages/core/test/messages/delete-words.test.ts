import { describe, expect, test } from '@jest/globals';
import type { Chat } from '@parley/database';
import { deleteChat, eraseContact, removeExpired } from '../../src/index.js';
import { createContext } from '../test-context.js';
import { createChat, createMessage, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { findByWords, idBefore, storeAllWords, storedIds } from './store-all-words.js';

const { database, sizes } = useWorlds();
const idsOf = (chat: Chat) => storedIds(database, chat.tenantId);

describe('words are deleted with their message', () => {
  async function store(): Promise<Chat> {
    const { id } = await createTenant(database);
    const chat = await createChat(database, id);
    await createMessage(database, chat, { text: 'Something personal', id: idBefore(600 * 24 * 60) });
    await storeAllWords(database);
    expect(await idsOf(chat)).toHaveLength(1);
    return chat;
  }

  test('when its chat is deleted', async () => {
    const chat = await store();
    await deleteChat(createContext(database, chat.tenantId), chat.id);
    expect(await idsOf(chat)).toEqual([]);
  });

  test('when the person is erased', async () => {
    const chat = await store();
    await eraseContact(createContext(database, chat.tenantId), chat.contactId);
    expect(await idsOf(chat)).toEqual([]);
    expect(await findByWords(database, chat.tenantId, 'personal')).toEqual([]);
  });

  test('when its retention has ended', async () => {
    const chat = await store();
    await database.pool.query(`update tenants set retention_overrides = '{"messages": 30}' where id = $1`, [
      chat.tenantId,
    ]);
    await database.pool.query(
      `update messages set created_at = now() - interval '600 days' where tenant_id = $1`,
      [chat.tenantId],
    );
    await removeExpired(database, new Date(), sizes);
    expect(await idsOf(chat)).toEqual([]);
  });
});
