import { describe, expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import {
  addContactLabels,
  assignChat,
  chats,
  contacts,
  continueErasure,
  createChat as createChatOf,
  eraseContact,
  getById,
  getErasure,
  markChatRead,
  messages,
  messagesOf,
  newId,
  receiveMessage,
  search,
  searchByCursor,
  sendMessage,
  triggerAutomation,
  updateContact,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal } from '../refusals.js';
import { withKey } from '../test-context.js';
import { createChat, createContact, createFile, createMessage } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

/** A contact with a chat and messages, inserted at once. */
async function createPerson({ messageCount = 1 } = {}) {
  const { database, own } = worlds;
  const tenantId = own.tenant.id;
  const contact = await createContact(database, tenantId, { firstName: 'Ada', isSubscribed: true });
  const place = { channelId: own.channel.id, contactId: contact.id, handleId: contact.handle.id };
  const chat = await createChat(database, tenantId, place);
  const rows = Array.from({ length: messageCount }, () => ({
    tenantId,
    id: newId(),
    chatId: chat.id,
    channelId: own.channel.id,
    sender: 'inbound' as const,
    status: 'delivered' as const,
    timestamp: new Date(),
    text: 'Hello',
  }));
  await database.prisma.message.createMany({ data: rows });
  return { contact, chat, messageId: rows[0]?.id ?? '' };
}

const countRecords = (contactId: string) =>
  worlds.database.prisma.erasedRecord.count({ where: { contactId } });

describe('a person with few records', () => {
  test('is deleted at once; the job deletes the stored ids and completes the erasure', async () => {
    const { contact, messageId } = await createPerson();
    const context = worlds.context();
    const { prisma } = worlds.database;
    expect(await eraseContact(context, contact.id)).toEqual({ deletedIds: [contact.id], notFoundIds: [] });
    expect(await prisma.contact.count({ where: { id: contact.id } })).toBe(0);
    expect(await prisma.message.count({ where: { id: messageId } })).toBe(0);
    expect(await findJobs(worlds.database, 'erase-contact', contact.id)).toMatchObject([{ isBulk: true }]);
    expect(await countRecords(contact.id)).toBe(4);
    expect(await getErasure(context, contact.id)).toMatchObject({ state: 'running', completedAt: null });
    expect(await continueErasure(context, contact.id)).toBe(true);
    expect(await countRecords(contact.id)).toBe(0);
    expect(await getErasure(context, contact.id)).toMatchObject({ state: 'completed' });
    expect(await continueErasure(context, contact.id)).toBe(false);
  });

  test('of another tenant stays', async () => {
    const { contact } = await createPerson();
    expect(await eraseContact(worlds.otherContext(), contact.id)).toEqual({
      deletedIds: [],
      notFoundIds: [contact.id],
    });
    expect(await getById(worlds.context(), contacts, contact.id)).toMatchObject({ firstName: 'Ada' });
  });
});

describe('a person with many records', () => {
  test('is hidden from every operation at once, and is deleted by the job', async () => {
    const { contact, chat, messageId } = await createPerson({ messageCount: 1_001 });
    const context = worlds.context();
    const { prisma } = worlds.database;
    const before = await search(context, chats, {});
    expect(await eraseContact(context, contact.id)).toEqual({ deletedIds: [contact.id], notFoundIds: [] });
    expect(await prisma.message.count({ where: { chatId: chat.id } })).toBe(1_001);

    const { own } = worlds;
    const [contactId, chatId, channelId] = [contact.id, chat.id, own.channel.id];
    const contactGone = [
      () => getById(context, contacts, contactId),
      () => updateContact(context, { contactId, firstName: 'Eve' }),
      () => addContactLabels(context, { contactId, labelIds: [own.label.id] }),
      () => createChatOf(context, { contactId, channelId }),
      () => sendMessage(context, { to: { contactId, channelId }, text: 'Hi' }),
      () => triggerAutomation(context, { contactId, automationId: own.automation.id }),
    ];
    const chatGone = [
      () => getById(context, chats, chatId),
      () => markChatRead(context, chatId),
      () => assignChat(context, { chatId, assignedUserId: 'agent' }),
      () => sendMessage(context, { to: { chatId }, text: 'Hi' }),
      () => searchByCursor(context, messagesOf(chatId), {}),
    ];
    for (const operation of contactGone)
      await expect(operation()).rejects.toMatchObject(refusal('contact_not_found'));
    for (const operation of chatGone)
      await expect(operation()).rejects.toMatchObject(refusal('chat_not_found'));
    await expect(getById(context, messages, messageId)).rejects.toMatchObject(refusal('message_not_found'));
    expect((await search(context, chats, {})).total).toBe(before.total - 1);
    expect(await eraseContact(context, contactId)).toEqual({ deletedIds: [], notFoundIds: [contactId] });
    const row = await prisma.contact.findFirstOrThrow({
      where: { id: contactId },
      include: { handles: true },
    });
    expect(JSON.stringify(row)).not.toContain(contact.handle.value);
    expect(row.firstName).toBeNull();

    expect(await continueErasure(context, contactId)).toBe(true);
    expect(await prisma.message.count({ where: { chatId } })).toBe(0);
    expect(await prisma.contact.count({ where: { id: contactId } })).toBe(0);
    expect(await countRecords(contactId)).toBe(0);
  });

  test('is a new contact when the next message arrives while the erasure is running', async () => {
    const { contact, chat } = await createPerson({ messageCount: 1_001 });
    const context = worlds.context();
    await eraseContact(context, contact.id);
    const item = {
      externalId: newId(),
      from: { handleType: contact.handle.type, value: contact.handle.value },
      type: 'text' as const,
      subject: null,
      text: 'I am back',
      attachments: [],
      timestamp: new Date(),
      echo: false,
      automated: false,
    };
    const received = await receiveMessage(context, { channelId: worlds.own.channel.id, item });
    expect(received?.chatId).not.toBe(chat.id);
    await continueErasure(context, contact.id);
    const { prisma } = worlds.database;
    expect(await prisma.message.count({ where: { id: received?.messageId ?? '' } })).toBe(1);
  });
});

describe('the job', () => {
  test('erases the result of an idempotency key; the same request is refused and does not run again', async () => {
    const { contact } = await createPerson();
    const { prisma } = worlds.database;
    const { id: bystanderId } = await createContact(worlds.database, worlds.own.tenant.id);
    const trigger = (key: string, contactId: string) =>
      triggerAutomation(withKey(worlds.context(), { key }), {
        contactId,
        automationId: worlds.own.automation.id,
      });
    await trigger('erased', contact.id);
    const kept = await trigger('kept', bystanderId);
    await eraseContact(worlds.context(), contact.id);
    await continueErasure(worlds.context(), contact.id);
    expect(await prisma.idempotencyKey.findFirst({ where: { key: 'erased' } })).toMatchObject({
      result: null,
      requestHash: 'erased',
    });
    const runs = await prisma.automationRun.count();
    await expect(trigger('erased', contact.id)).rejects.toMatchObject(refusal('idempotency_key_reused'));
    expect(await trigger('kept', bystanderId)).toEqual(kept);
    expect(await prisma.automationRun.count()).toBe(runs);
  });

  test('deletes the files of the messages, except files that other records refer to', async () => {
    const { contact, chat } = await createPerson();
    const { database, own } = worlds;
    const [alone, shared] = [
      await createFile(database, own.tenant.id),
      await createFile(database, own.tenant.id),
    ];
    const attachment = ({ id, name }: { id: string; name: string }) => ({
      type: 'document',
      name,
      contentType: 'text/plain',
      size: 1,
      fileId: id,
    });
    await createMessage(database, chat, { attachments: [attachment(alone), attachment(shared)] });
    const other = await createChat(database, own.tenant.id, { channelId: own.channel.id });
    await createMessage(database, other, { attachments: [attachment(shared)] });
    await eraseContact(worlds.context(), contact.id);
    await continueErasure(worlds.context(), contact.id);
    const { prisma } = database;
    const left = await prisma.file.findMany({ where: { id: { in: [alone.id, shared.id] } } });
    expect(left.map(({ id }) => id)).toEqual([shared.id]);
    expect(await prisma.fileContent.count({ where: { fileId: alone.id } })).toBe(0);
  });

  test('continues after its connection was lost between two batches', async () => {
    const { contact, chat } = await createPerson({ messageCount: 1_600 });
    const context = worlds.context();
    const { pool, prisma } = worlds.database;
    await eraseContact(context, contact.id);
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from messages where chat_id = $1 order by id desc limit 1 for update', [
        chat.id,
      ]);
      const interrupted = expect(continueErasure(context, contact.id)).rejects.toThrow();
      await endWaitingConnection(holder);
      await interrupted;
      await holder.query('rollback');
    } finally {
      holder.release();
    }
    const left = await prisma.message.count({ where: { chatId: chat.id } });
    expect([left > 0, left < 1_600]).toEqual([true, true]);
    expect(await continueErasure(context, contact.id)).toBe(true);
    expect(await prisma.message.count({ where: { chatId: chat.id } })).toBe(0);
  });

  test('takes effect once when it runs three times at once', async () => {
    const { contact, chat } = await createPerson({ messageCount: 1_600 });
    const context = worlds.context();
    await eraseContact(context, contact.id);
    await Promise.all([1, 2, 3].map(() => continueErasure(context, contact.id)));
    expect(await worlds.database.prisma.message.count({ where: { chatId: chat.id } })).toBe(0);
    expect(await getErasure(context, contact.id)).toMatchObject({ state: 'completed' });
  });
});

/** Ends the connection that waits for a lock of this one, as soon as there is one. */
async function endWaitingConnection(holder: PoolClient): Promise<void> {
  for (;;) {
    const { rowCount } = await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pg_backend_pid() = any (pg_blocking_pids(pid))`,
    );
    if (rowCount) return;
  }
}
