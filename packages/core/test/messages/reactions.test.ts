import { describe, expect, test } from '@jest/globals';
import { applyReaction, deleteChat, getById, messages, setReaction } from '../../src/index.js';
import { findReactionErrors } from '../../src/messages/reactions/is-emoji.js';
import { eventsOf } from './received-message.js';
import { useReceiving } from './use-receiving.js';

const { worlds, receive, newChannel } = useReceiving();
const at = (minute: number) => new Date(Date.UTC(2026, 10, 14, 10, minute));

async function receiveOne(externalId = 'wamid.one') {
  const channel = await newChannel();
  const result = await receive(channel.id, { externalId });
  const messageId = result?.messageId ?? '';
  const report = (emoji: string | null, minute: number, values: object = {}) =>
    applyReaction(worlds.context(), {
      ...{ channelId: channel.id, externalId, emoji, timestamp: at(minute), echo: false },
      ...values,
    });
  const read = () => getById(worlds.context(), messages, messageId);
  const { chatId } = await read();
  const updates = async () =>
    (await eventsOf(worlds.database, chatId)).filter(({ type }) => type === 'message.updated');
  return { messageId, channel, chatId, report, read, updates };
}

describe('a reaction of the contact', () => {
  test('is kept with the message and emits message.updated; v2 gets no event', async () => {
    const { report, read, updates } = await receiveOne();
    expect(await report('👍', 1)).toBe('changed');
    const reactions = [{ emoji: '👍', sender: 'inbound', timestamp: '2026-11-14T10:01:00.000Z' }];
    expect(await read()).toMatchObject({ reactions });
    expect(await updates()).toMatchObject([{ legacyType: null, data: { reactions } }]);
  });

  test('is replaced by a later one, and removed by none', async () => {
    const { report, read, updates } = await receiveOne();
    await report('👍', 1);
    await report('😂', 2);
    expect(await read()).toMatchObject({ reactions: [{ emoji: '😂' }] });
    await report(null, 3);
    expect(await read()).toMatchObject({ reactions: [] });
    expect(await updates()).toHaveLength(3);
  });

  test('that is reported again, or after a later one, changes nothing and emits nothing', async () => {
    const { report, read, updates } = await receiveOne();
    await report('👍', 1);
    expect(await report('👍', 1)).toBe('known');
    await report(null, 3);
    expect(await report('👍', 1)).toBe('known');
    expect(await report(null, 4)).toBe('known');
    expect(await read()).toMatchObject({ reactions: [] });
    expect(await updates()).toHaveLength(2);
  });

  test('counts by its time and not by its arrival: a removal that arrives first removes the reaction', async () => {
    const { report, read, updates } = await receiveOne();
    await report(null, 3);
    expect(await report('👍', 1)).toBe('known');
    expect(await read()).toMatchObject({ reactions: [] });
    expect(await updates()).toEqual([]);
  });

  test('counts by its time and not by its arrival: one from between two equal ones changes nothing', async () => {
    const { report, read, updates } = await receiveOne();
    for (const minute of [1, 3]) await report('👍', minute);
    expect(await report('😂', 2)).toBe('known');
    expect(await read()).toMatchObject({ reactions: [{ emoji: '👍' }] });
    expect(await updates()).toHaveLength(1);
  });

  test('with and without its variation selector is the same', async () => {
    const { report, read, updates } = await receiveOne();
    await report('❤️', 1);
    expect(await report('❤', 2)).toBe('known');
    expect(await read()).toMatchObject({ reactions: [{ emoji: '❤️' }] });
    expect(await updates()).toHaveLength(1);
  });

  test('to a message that was deleted with its chat is dropped', async () => {
    const { report, chatId } = await receiveOne();
    await deleteChat(worlds.context(), chatId);
    expect(await report('👍', 1)).toBe('unknown message');
  });

  test('leaves the chat as it is', async () => {
    const { report, chatId } = await receiveOne();
    const chats = () => worlds.database.prisma.chat.findMany({ where: { id: chatId } });
    const before = await chats();
    await report('👍', 1);
    expect(await chats()).toEqual(before);
  });

  test('to a message that is unknown, or is on another channel or of another tenant, is dropped', async () => {
    const { report, channel, updates } = await receiveOne();
    const unknown = 'unknown message';
    expect(await report('👍', 1, { externalId: 'wamid.other' })).toBe(unknown);
    expect(await report('👍', 1, { channelId: (await newChannel()).id })).toBe(unknown);
    const reported = {
      channelId: channel.id,
      externalId: 'wamid.one',
      emoji: '👍',
      timestamp: at(1),
      echo: false,
    };
    expect(await applyReaction(worlds.otherContext(), reported)).toBe(unknown);
    expect(await updates()).toEqual([]);
  });

  test('in the app of the provider is one of the workspace', async () => {
    const { report, read } = await receiveOne();
    await report('👍', 1);
    await report('❤️', 2, { echo: true });
    expect((await read()).reactions.map(({ emoji, sender }) => [emoji, sender])).toEqual([
      ['👍', 'inbound'],
      ['❤️', 'outbound'],
    ]);
  });
});

describe('a reaction of the workspace', () => {
  test('two at once leave one of them, and the events of both', async () => {
    const { messageId, read, updates } = await receiveOne();
    const react = (emoji: string) =>
      setReaction(worlds.context(), { messageId, emoji, reactionsOn: () => 'any' });
    await Promise.all(['👍', '😂'].map(react));
    const [first, second] = await updates();
    expect(first?.data).toMatchObject({ reactions: [{ sender: 'outbound' }] });
    expect(second?.data).toMatchObject({ reactions: (await read()).reactions });
  });

  test.each([
    ...['👍', '👍🏽', '❤️', '❤', '👨‍👩‍👧‍👦', '👩🏽‍🚀', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '☺️'],
    ...['❤\u200D🔥', '🏳\u200D🌈', '🕵🏽\u200D♀', '#\u20E3'],
  ])('%s is an emoji', (emoji) => {
    expect(findReactionErrors({ emoji })).toEqual({});
  });

  test.each(['', ' ', 'a', '1', '1\uFE0F', '👍👍', '👍 ', ':)', '\uFE0F', '❤❤', '🇩', '🏽👍', '\u200D'])(
    '"%s" is none',
    (emoji) => {
      expect(findReactionErrors({ emoji })).toHaveProperty('emoji.key', 'invalid_string');
    },
  );
});
