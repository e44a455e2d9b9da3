import { describe, expect, test } from '@jest/globals';
import { getById, messages, newId } from '../../src/index.js';
import { eventsOf } from './received-message.js';
import { useReceiving } from './use-receiving.js';

const { worlds, receive, newChannel } = useReceiving();

const from = { handleType: 'phone_number', value: '+16505551234' } as const;
const other = { handleType: 'phone_number', value: '+16505559999' } as const;

async function replyTo(vendorId: string, channelId: string, sender: typeof from | typeof other = from) {
  const result = await receive(channelId, { from: sender, text: 'This one', replyTo: vendorId });
  return getById(worlds.context(), messages, result?.messageId ?? '');
}

describe('an inbound reply', () => {
  test('names the message of the chat that it quotes, in the response and in the event', async () => {
    const channel = await newChannel();
    const first = await receive(channel.id, {
      from,
      externalId: 'wamid.first',
      text: 'Does it come in green?',
    });
    const reply = await replyTo('wamid.first', channel.id);
    const quoted = { id: first?.messageId, text: 'Does it come in green?' };
    expect(reply).toMatchObject({ replyTo: quoted, origin: null, messageTemplateId: null });
    const event = (await eventsOf(worlds.database, reply.chatId)).at(-1);
    expect(event).toMatchObject({ type: 'message.received', data: { id: reply.id, replyTo: quoted } });
  });

  test('to a message that is unknown, of another chat or of another channel is no reply', async () => {
    const [channel, elsewhere] = [await newChannel(), await newChannel()];
    await receive(channel.id, { from: other, externalId: 'wamid.of-another-chat' });
    await receive(elsewhere.id, { from, externalId: 'wamid.of-another-channel' });
    await receive(channel.id, { from });
    for (const vendorId of ['wamid.unknown', 'wamid.of-another-chat', 'wamid.of-another-channel']) {
      expect(await replyTo(vendorId, channel.id)).toMatchObject({ text: 'This one', replyTo: null });
    }
  });

  test('shows nothing of a message that was deleted', async () => {
    const channel = await newChannel();
    const first = await receive(channel.id, { from, externalId: 'wamid.deleted' });
    const reply = await replyTo('wamid.deleted', channel.id);
    await worlds.database.prisma.message.deleteMany({ where: { id: first?.messageId ?? '' } });
    expect(await getById(worlds.context(), messages, reply.id)).toMatchObject({ replyTo: null });
  });
});

describe('the origin of a message', () => {
  test('that was written in the app of the provider is the app', async () => {
    const channel = await newChannel({ type: 'instagram' });
    const result = await receive(channel.id, {
      from: { handleType: 'instagram', value: '6547000000000001' },
      echo: true,
    });
    const echo = await getById(worlds.context(), messages, result?.messageId ?? '');
    expect(echo.origin).toEqual({ type: 'app', id: null });
  });

  // The run or campaign of a message may have been deleted, so nothing shows that a request made it.
  test.each([
    [null, { attemptCount: 1, vendorId: 'wamid.sent' }],
    [null, { attemptCount: 0, vendorId: null }],
    [
      { type: 'app', id: null },
      { attemptCount: 0, vendorId: 'wamid.echo' },
    ],
  ] as const)('that was stored before origins were is %j with %j', async (origin, values) => {
    const { own, database } = worlds;
    const id = newId();
    const { tenantId, id: chatId, channelId } = own.chat;
    const facts = { tenantId, chatId, channelId, id, sender: 'outbound', timestamp: new Date() } as const;
    await database.prisma.message.create({ data: { ...facts, ...values } });
    expect((await getById(worlds.context(), messages, id)).origin).toEqual(origin);
  });
});
