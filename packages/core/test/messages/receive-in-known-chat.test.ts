import { describe, expect, test } from '@jest/globals';
import { markChatRead } from '../../src/index.js';
import { createChatOf } from '../create-chat-of.js';
import { findJobs } from '../find-jobs.js';
import { startTime } from '../test-context.js';
import { createAutomation, createContact } from '../testkit.js';
import { eventsOf, receivedMessage } from './received-message.js';
import { useReceiving } from './use-receiving.js';

const { worlds, receive, newChannel } = useReceiving();
const { database, own } = worlds;

describe('a message in an existing chat', () => {
  const prepare = async (values: Parameters<typeof createChatOf>[2] = {}) => {
    const channel = await newChannel();
    const contact = await createContact(database, own.tenant.id);
    const chat = await createChatOf(database, contact, { channelId: channel.id, ...values });
    const from = { handleType: 'phone_number', value: contact.handle.value } as const;
    const read = () => database.prisma.chat.findFirstOrThrow({ where: { id: chat.id } });
    return { channel, chat, from, read };
  };

  test.each([
    ['closed', {}],
    ['snoozed', { snoozedUntil: new Date('2026-12-01') }],
  ] as const)('opens a %s one, ends its snooze and emits an event', async (status, more) => {
    const { channel, chat, from, read } = await prepare({ status, ...more });
    await receive(channel.id, { from });
    expect(await read()).toMatchObject({
      status: 'open',
      snoozedUntil: null,
      updatedAt: new Date(startTime),
    });
    const types = (await eventsOf(database, chat.id)).map(({ type }) => type);
    expect(types).toEqual(['chat.updated', 'message.received']);
  });

  test('marks a read chat as unread and emits chat.updated; further messages emit only their own event', async () => {
    const { channel, chat, from } = await prepare();
    for (const _ of [1, 2, 3]) await receive(channel.id, { from });
    const events = await eventsOf(database, chat.id);
    expect(events.map(({ type }) => type)).toEqual([
      'chat.updated',
      'message.received',
      'message.received',
      'message.received',
    ]);
    expect(events[0]?.data).toMatchObject({ isUnread: true, unreadCount: 1 });
  });

  test('emits chat.updated when the chat is unread again after it was read', async () => {
    const { channel, chat, from } = await prepare({ isUnread: true, unreadCount: 4 });
    await markChatRead(worlds.context(), chat.id);
    await receive(channel.id, { from });
    const events = await eventsOf(database, chat.id);
    expect(events.map(({ type, data }) => [type, Object(data).isUnread])).toEqual([
      ['chat.updated', false],
      ['chat.updated', true],
      ['message.received', undefined],
    ]);
  });

  test('that is already known, or that the business wrote, does not mark the chat as unread and emits no event of the chat', async () => {
    const { channel, chat, from, read } = await prepare();
    const { externalId } = receivedMessage();
    await receive(channel.id, { from, externalId });
    await markChatRead(worlds.context(), chat.id);
    const earlier = await eventsOf(database, chat.id);
    await receive(channel.id, { from, externalId });
    await receive(channel.id, { from, echo: true });
    expect(await read()).toMatchObject({ isUnread: false, unreadCount: 0 });
    const types = (await eventsOf(database, chat.id)).slice(earlier.length).map(({ type }) => type);
    expect(types).toEqual(['message.sent']);
  });

  test('that arrives late counts as unread and changes neither the latest message nor the window', async () => {
    const { channel, from, read } = await prepare();
    const at = (time: string) => ({ from, timestamp: new Date(`2026-11-14T${time}Z`) });
    const newer = await receive(channel.id, at('09:10:00'));
    await receive(channel.id, at('09:00:00'));
    expect(await read()).toMatchObject({
      latestMessageId: newer?.messageId,
      unreadCount: 2,
      openUntil: new Date('2026-11-15T09:10:00.000Z'),
    });
  });

  test('runs the automations for messages, by keyword, and those for opened chats', async () => {
    const { channel, chat, from } = await prepare({ status: 'closed' });
    const waitFor = async (triggerType: 'message_received' | 'chat_opened', keyword?: string) => {
      const values = { triggerType, triggerChannelId: channel.id };
      const automation = await createAutomation(database, own.tenant.id, values);
      await database.prisma.automationVersion.updateMany({
        where: { automationId: automation.id },
        data: { triggerParameters: keyword === undefined ? {} : { keyword } },
      });
      return automation.id;
    };
    const expected = [
      await waitFor('message_received'),
      await waitFor('message_received', 'GREEN'),
      await waitFor('chat_opened'),
    ];
    await waitFor('message_received', 'blue');
    await waitFor('message_received', 'gree');

    await receive(channel.id, { from });

    const runs = await database.prisma.automationRun.findMany({ where: { chatId: chat.id } });
    expect(runs.map(({ automationId }) => automationId).sort()).toEqual(expected.sort());
    for (const { id } of runs) expect(await findJobs(database, 'run-automation', id)).toHaveLength(1);

    await receive(channel.id, { from, automated: true });
    await receive(channel.id, { from, echo: true });
    expect(await database.prisma.automationRun.count({ where: { chatId: chat.id } })).toBe(3);
  });
});
