import { describe, expect, test } from '@jest/globals';
import {
  addContactLabels,
  assignChat,
  chats,
  contacts,
  continueErasure,
  createChat as createChatOf,
  createNote,
  eraseContact,
  getById,
  getErasure,
  markChatRead,
  messages,
  messagesOf,
  newId,
  notesOf,
  receiveMessage,
  search,
  searchByCursor,
  sendMessage,
  triggerAutomation,
  updateContact,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal } from '../refusals.js';
import { createAutomationRun, createContactExport } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { describeErasureJob } from './continue-erasure.js';
import { createPerson } from './create-person.js';

const worlds = useWorlds({ recordsErasedAtOnce: 30, deletionBatch: 10, erasureBatch: 10 });
const { database, prisma, own } = worlds;

const countRecords = (contactId: string) => prisma.erasedRecord.count({ where: { contactId } });

describe('a person with few records', () => {
  test('is deleted at once; the job deletes the stored ids and completes the erasure', async () => {
    const { contact, messageId } = await createPerson(worlds);
    const context = worlds.context();
    expect(await eraseContact(context, contact.id)).toEqual({ deletedIds: [contact.id], notFoundIds: [] });
    expect(await prisma.contact.count({ where: { id: contact.id } })).toBe(0);
    expect(await prisma.message.count({ where: { id: messageId } })).toBe(0);
    expect(await findJobs(database, 'erase-contact', contact.id)).toMatchObject([{ isBulk: true }]);
    expect(await countRecords(contact.id)).toBe(5);
    expect(await getErasure(context, contact.id)).toMatchObject({ state: 'running', completedAt: null });
    expect(await continueErasure(context, contact.id)).toBe('completed');
    expect(await countRecords(contact.id)).toBe(0);
    expect(await getErasure(context, contact.id)).toMatchObject({ state: 'completed' });
    expect(await continueErasure(context, contact.id)).toBe('nothing_to_erase');
  });

  test('that exists again, as after an import, has no erasure', async () => {
    const context = worlds.context();
    const { contact } = await createPerson(worlds);
    await eraseContact(context, contact.id);
    await continueErasure(context, contact.id);
    const { id, tenantId } = contact;
    await prisma.contact.create({ data: { tenantId, id, firstName: 'Ada' } });
    await expect(getErasure(context, id)).rejects.toMatchObject({ code: 'erasure_not_found' });
  });

  test('of another tenant stays', async () => {
    const { contact } = await createPerson(worlds);
    expect(await eraseContact(worlds.otherContext(), contact.id)).toEqual({
      deletedIds: [],
      notFoundIds: [contact.id],
    });
    expect(await getById(worlds.context(), contacts, contact.id)).toMatchObject({ firstName: 'Ada' });
  });
});

/** Adds everything to a person that an erasure removes before its messages. */
async function fillPerson(contactId: string, chatId: string, latestMessageId: string): Promise<void> {
  const tenantId = own.tenant.id;
  await addContactLabels(worlds.context(), { contactId, labelIds: [own.label.id] });
  await prisma.attributeValue.create({
    data: { tenantId, contactId, attributeId: own.attribute.id, value: 'Berlin' },
  });
  await createContactExport(database, tenantId, { contactId });
  const assigned = { assignedUserId: 'agent', assignedTeamId: 'team', latestMessageId };
  const snoozed = { status: 'snoozed', snoozedUntil: new Date('2099-01-01T00:00:00.000Z') } as const;
  await prisma.chat.updateMany({ where: { id: chatId }, data: { ...assigned, ...snoozed } });
  for (const status of ['scheduled', 'completed'] as const)
    await createAutomationRun(database, own.automation, { contactId, status, variables: { code: 'A-1' } });
}

/** Finds what is stored about a person. */
async function findTraces(contactId: string) {
  const where = { contactId };
  return {
    labels: await prisma.contactLabel.count({ where }),
    attributes: await prisma.attributeValue.count({ where }),
    exports: await prisma.contactExport.count({ where }),
    messages: await prisma.message.count({ where: { chat: where } }),
    notes: await prisma.chatNote.count({ where: { chat: where } }),
    chats: await prisma.chat.findMany({
      where,
      select: {
        latestMessageId: true,
        status: true,
        snoozedUntil: true,
        assignedUserId: true,
        assignedTeamId: true,
      },
    }),
    runs: await prisma.automationRun.findMany({
      where,
      select: { status: true, variables: true, finishedAt: true },
      orderBy: { id: 'asc' },
    }),
  };
}

describe('a person with many records', () => {
  test('is hidden from every operation at once, and is deleted by the job', async () => {
    const { contact, chat, messageId } = await createPerson(worlds, { messageCount: 31 });
    const context = worlds.context();
    const before = await search(context, chats, {});
    expect(await eraseContact(context, contact.id)).toEqual({ deletedIds: [contact.id], notFoundIds: [] });
    expect(await prisma.message.count({ where: { chatId: chat.id } })).toBe(31);

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
      () => searchByCursor(context, notesOf(chatId), {}),
      () => createNote(context, { chatId, text: 'Hi' }),
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

    expect(await continueErasure(context, contactId)).toBe('completed');
    expect(await prisma.message.count({ where: { chatId } })).toBe(0);
    expect(await prisma.contact.count({ where: { id: contactId } })).toBe(0);
    expect(await countRecords(contactId)).toBe(0);
  });

  test('has no labels, attributes, exports, assignments or runs from the start; another person keeps all of them', async () => {
    const persons = [
      await createPerson(worlds, { messageCount: 31 }),
      await createPerson(worlds, { messageCount: 1 }),
    ];
    for (const { contact, chat, messageId } of persons) await fillPerson(contact.id, chat.id, messageId);
    const [erased = '', kept = ''] = persons.map(({ contact }) => contact.id);
    const before = await findTraces(kept);
    expect(await findTraces(erased)).toMatchObject({ labels: 1, attributes: 1, exports: 1 });
    await eraseContact(worlds.context(), erased);
    expect(await findTraces(erased)).toEqual({
      labels: 0,
      attributes: 0,
      exports: 0,
      messages: 31,
      notes: 1,
      chats: [
        {
          latestMessageId: null,
          status: 'closed',
          snoozedUntil: null,
          assignedUserId: null,
          assignedTeamId: null,
        },
      ],
      runs: [
        { status: 'canceled', variables: {}, finishedAt: expect.any(Date) },
        { status: 'completed', variables: { code: 'A-1' }, finishedAt: null },
      ],
    });
    expect(await findTraces(kept)).toEqual(before);
    expect(await continueErasure(worlds.context(), erased)).toBe('completed');
    expect(await findTraces(kept)).toEqual(before);
  });

  test('is a new contact when the next message arrives while the erasure is running', async () => {
    const { contact, chat } = await createPerson(worlds, { messageCount: 31 });
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
    const received = await receiveMessage(context, { channelId: own.channel.id, item });
    expect(received?.chatId).not.toBe(chat.id);
    await continueErasure(context, contact.id);
    expect(await prisma.message.count({ where: { id: received?.messageId ?? '' } })).toBe(1);
  });
});

describeErasureJob(worlds);
