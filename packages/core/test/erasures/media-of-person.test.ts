import { describe, expect, test } from '@jest/globals';
import { firstIdAt } from '@parley/database';
import { hashInChunks } from '../../src/files/hash-in-chunks.js';
import {
  continueErasure,
  deleteChat,
  eraseContact,
  keepFetchedMedia,
  mergeContacts,
  removeExpired,
} from '../../src/index.js';
import { recordMessageEvents } from '../../src/messages/message-event.js';
import { transact } from '../../src/sql/transact.js';
import { createAutomationRun, createChat, createFile, createMessage } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { untilWaiting, whileHeld } from '../while-held.js';
import { createPerson } from './create-person.js';

const worlds = useWorlds({ recordsErasedAtOnce: 30 });
const { database, prisma, own } = worlds;
const context = () => ({ ...worlds.context(), now: () => new Date() });
const dayMs = 24 * 60 * 60 * 1_000;
const attachmentOf = (fileId: string) => ({
  type: 'document',
  name: 'a',
  contentType: 'text/plain',
  size: 1,
  fileId,
});

describe('the media of messages that were deleted before the contact', () => {
  test('is deleted with the contact, except files that others refer to', async () => {
    const tenantId = own.tenant.id;
    const { contact, chat } = await createPerson(worlds);
    const [alone, shared] = [await createFile(database, tenantId), await createFile(database, tenantId)];
    const attachments = [attachmentOf(alone.id), attachmentOf(shared.id)];
    const { id: messageId } = await createMessage(database, chat, { attachments });
    const keys = {
      chatId: chat.id,
      channelId: own.channel.id,
      channelType: own.channel.type,
      contactId: contact.id,
      handleId: contact.handle.id,
    };
    await transact(context(), async (transaction) =>
      recordMessageEvents(transaction, context(), [
        { messageId, keys, type: 'message.received', legacyKind: null },
      ]),
    );
    await prisma.chat.updateMany({ where: { id: chat.id }, data: { latestMessageId: null } });
    await prisma.message.deleteMany({ where: { id: messageId } });
    const other = await createChat(database, tenantId, { channelId: own.channel.id });
    await createMessage(database, other, { attachments: [attachmentOf(shared.id)] });
    await eraseContact(context(), contact.id);
    await continueErasure(context(), contact.id);
    const left = await prisma.file.findMany({ where: { id: { in: [alone.id, shared.id] } } });
    expect(left.map(({ id }) => id)).toEqual([shared.id]);
  });
});

describe('the media of messages and runs that no event mentions', () => {
  const at = new Date();

  async function createPersonWithFile() {
    const person = await createPerson(worlds);
    const { id: fileId } = await createFile(database, own.tenant.id);
    return { ...person, fileId };
  }

  async function createMessageWithFile(createdAt?: Date) {
    const person = await createPersonWithFile();
    const attachments = [attachmentOf(person.fileId)];
    const times = createdAt && { id: firstIdAt(createdAt), createdAt, timestamp: createdAt };
    const { id: messageId } = await createMessage(database, person.chat, { attachments, ...times });
    return { ...person, messageId };
  }

  async function erase(contactId: string, fileId: string): Promise<number> {
    const where = { id: fileId };
    expect(await prisma.file.count({ where })).toBe(1);
    await eraseContact(context(), contactId);
    await continueErasure(context(), contactId);
    return prisma.file.count({ where });
  }

  test('is deleted with the contact after its chat was deleted', async () => {
    const { contact, chat, fileId } = await createMessageWithFile();
    await deleteChat(context(), chat.id);
    expect(await erase(contact.id, fileId)).toBe(0);
  });

  test('is deleted with the contact into which its contact was merged', async () => {
    const { contact, chat, fileId } = await createMessageWithFile();
    await deleteChat(context(), chat.id);
    const { contact: kept } = await createPerson(worlds);
    await mergeContacts(context(), { contactId: kept.id, mergedId: contact.id });
    expect(await erase(kept.id, fileId)).toBe(0);
  });

  test('is deleted with the contact after the retention has removed the message', async () => {
    const { contact, messageId, fileId } = await createMessageWithFile(new Date(at.getTime() - 40 * dayMs));
    const { id } = own.tenant;
    await prisma.tenant.update({ where: { id }, data: { retentionOverrides: { messages: 30 } } });
    await removeExpired(database, at, worlds.sizes);
    await prisma.tenant.update({ where: { id }, data: { retentionOverrides: {} } });
    expect(await prisma.message.count({ where: { id: messageId } })).toBe(0);
    expect(await erase(contact.id, fileId)).toBe(0);
  });

  test('is deleted with the contact after the run was deleted', async () => {
    const { contact, fileId } = await createPersonWithFile();
    const facts = { contactId: contact.id, mediaFileId: fileId };
    const { id } = await createAutomationRun(database, own.automation, facts);
    await prisma.automationRun.deleteMany({ where: { id } });
    expect(await erase(contact.id, fileId)).toBe(0);
  });

  test.each([0, 1])(
    'is deleted with either of two contacts whose chats one transaction deleted: %d',
    async (at) => {
      const { contact, chat, fileId } = await createMessageWithFile();
      const { contact: other, chat: otherChat } = await createPerson(worlds);
      for (const _ of [1, 2])
        await createMessage(database, otherChat, { attachments: [attachmentOf(fileId)] });
      await prisma.chat.deleteMany({ where: { id: { in: [chat.id, otherChat.id] } } });
      const contactIds = [contact.id, other.id];
      const released = await prisma.releasedFile.findMany({ where: { fileId } });
      expect(released.map(({ contactId }) => contactId).sort()).toEqual(contactIds.toSorted());
      expect(await erase(contactIds[at] ?? '', fileId)).toBe(0);
    },
  );

  test('is kept by the erasure of somebody else', async () => {
    const { chat, fileId } = await createMessageWithFile();
    await deleteChat(context(), chat.id);
    const { contact: other } = await createPerson(worlds);
    expect(await erase(other.id, fileId)).toBe(1);
  });
});

describe('media that is attached while the contact is deleted', () => {
  const url = 'https://provider.example/media/1';
  const awaited = { type: 'document', url, contentType: 'text/plain', needsCredentials: true };

  async function prepare(messageCount: number) {
    const { contact, chat } = await createPerson(worlds, { messageCount });
    const { id: messageId } = await createMessage(database, chat, { attachments: [awaited] });
    const content = Buffer.from('the face of Ada');
    const checksum = await hashInChunks(content);
    const byUrl = new Map([[url, { content, checksum, contentType: 'text/plain' }]]);
    const keep = () => keepFetchedMedia(context(), { messageId, byUrl });
    const countFiles = () => prisma.file.count({ where: { checksum } });
    return { contact, keep, countFiles };
  }

  test('is deleted: the deletion waits until the media is attached', async () => {
    const { contact, keep, countFiles } = await prepare(1);
    const [isKept] = await whileHeld(database, {
      // The file cannot be stored yet, while its message is locked.
      hold: (client) => client.query('lock table files in share mode'),
      work: async () => {
        const keeping = keep();
        await untilWaiting(database.pool, 1);
        return Promise.all([keeping, eraseContact(context(), contact.id)]);
      },
      waiting: 2,
    });
    expect([isKept, await countFiles()]).toEqual([true, 1]);
    await continueErasure(context(), contact.id);
    expect(await countFiles()).toBe(0);
  });

  test('is not stored for a person who is hidden', async () => {
    const { contact, keep, countFiles } = await prepare(31);
    await eraseContact(context(), contact.id);
    expect([await keep(), await countFiles()]).toEqual([false, 0]);
  });
});
