import { describe, expect, test } from '@jest/globals';
import type { ChannelType } from '@parley/database';
import { contacts, getById } from '../../src/index.js';
import { useReceiving } from './use-receiving.js';

const { worlds, receive, newChannel } = useReceiving();
const { prisma } = worlds;

const words = { stopWords: ['STOP', 'Abbestellen bitte', '停止'], startWords: ['start'] };
let count = 0;

/** Starts a conversation on a channel with these words. */
async function converse(type: ChannelType = 'whatsapp') {
  const channel = await newChannel({ type, ...words });
  count += 1;
  const from = { handleType: 'phone_number', value: `+16505552${String(count).padStart(3, '0')}` } as const;
  const opened = await receive(channel.id, { from });
  const { contactId } = await prisma.chat.findFirstOrThrow({ where: { id: opened?.chatId ?? '' } });
  return {
    contactId,
    write: async (text: string | null, values: Parameters<typeof receive>[1] = {}) => {
      await receive(channel.id, { from, text, ...values });
      return (await getById(worlds.context(), contacts, contactId)).isSubscribed;
    },
    updates: () => prisma.event.count({ where: { contactId, type: 'contact.updated' } }),
  };
}

describe('a stop word of the channel', () => {
  test.each(['STOP', ' stop! ', '"Stop".', 'abbestellen\nBITTE', '停止'])(
    'unsubscribes the contact who writes %j, with one event',
    async (text) => {
      const { write, updates } = await converse();
      const before = await updates();
      expect(await write(text)).toBe(false);
      expect(await write(text)).toBe(false);
      expect(await updates()).toBe(before + 1);
    },
  );

  test.each(['please stop', 'stop stop', 'stopp', 'abbestellen', '!', '', null])(
    'is not in %j',
    async (text) => {
      const { write } = await converse();
      expect(await write(text)).toBe(true);
    },
  );

  test('is the first line of a mail, whatever it quotes', async () => {
    const { write } = await converse('email');
    expect(await write('Please stop\n\n> Stop')).toBe(true);
    expect(await write('\r\nStop.\r\n\r\nOn Monday, Shop wrote:\r\n> Our autumn offers')).toBe(false);
  });

  test('is not overridden by an earlier start word that arrives late', async () => {
    const { write } = await converse();
    const [earlier, later] = [new Date('2026-11-14T10:00:00.000Z'), new Date('2026-11-14T10:05:00.000Z')];
    expect(await write('stop', { timestamp: later })).toBe(false);
    expect(await write('start', { timestamp: earlier })).toBe(false);
    expect(await write('start', { timestamp: later })).toBe(true);
  });

  test('of an echo or an automatic reply counts as nothing', async () => {
    const { write } = await converse();
    expect(await write('STOP', { echo: true })).toBe(true);
    expect(await write('STOP', { automated: true })).toBe(true);
  });

  test('of another channel counts as nothing', async () => {
    const { contactId } = await converse();
    const { value } = await prisma.handle.findFirstOrThrow({ where: { contactId } });
    const other = await newChannel();
    await receive(other.id, { from: { handleType: 'phone_number', value }, text: 'STOP' });
    expect(await getById(worlds.context(), contacts, contactId)).toMatchObject({ isSubscribed: true });
  });
});

test('a start word subscribes the contact again, and the event shows it', async () => {
  const { write, contactId } = await converse();
  expect(await write('Stop')).toBe(false);
  expect(await write('Start.')).toBe(true);
  const events = await prisma.event.findMany({
    where: { contactId, type: 'contact.updated' },
    orderBy: { position: 'asc' },
  });
  expect(events.map(({ data }) => Object(data).isSubscribed)).toEqual([true, false, true]);
});
