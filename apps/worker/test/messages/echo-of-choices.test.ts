import { expect, test } from '@jest/globals';
import { adapterFor } from '@parley/channels';
import { receiveMessages } from '@parley/core';
import type { Channel } from '@parley/database';
import { notification } from '../../../../packages/channels/test/payloads/instagram.js';
import { accepted, useProviders } from './use-providers.js';

const { sending, serve, connect } = useProviders();
const { parseInbound, textOfChoices } = adapterFor('instagram');

const buttons = [
  { id: 'am', title: 'In the morning' },
  { id: 'pm', title: 'In the evening' },
];
const sections = [
  { title: 'To you', rows: [{ id: 'standard', title: 'Standard', description: '3 days' }] },
  { title: 'Elsewhere', rows: [{ id: 'shop', title: 'Pick up' }] },
];

/** Receives the echo of a message as Instagram sends it: with the text and the id of the message, without its choices. */
async function receiveEcho(channel: Channel, chatId: string, sent: string): Promise<void> {
  const { prisma } = sending.context().database;
  const { handle } = await prisma.chat.findFirstOrThrow({ where: { id: chatId }, include: { handle: true } });
  const message = { mid: 'mid.OUT', text: JSON.parse(sent).message.text, is_echo: true };
  const account = { id: Object(channel.settings).accountId };
  const event = { sender: account, recipient: { id: '6547' }, timestamp: Date.now(), message };
  const rawBody = Buffer.from(JSON.stringify(notification(event)));
  const request = { method: 'POST', url: 'https://parley.example', headers: {}, query: {}, rawBody };
  const [item] = await parseInbound(request, channel);
  if (item?.kind !== 'message') throw new Error('Instagram echoes a message');
  // Contacts of these tests have phone numbers.
  const from = { handleType: handle.type, value: handle.value };
  const reception = { channelId: channel.id, items: [{ ...item, from }], textOfChoices };
  await Promise.all(await receiveMessages(sending.context(), reception));
}

test.each([
  ['buttons', { header: 'Delivery', body: 'When shall we come?', footer: 'Reply within a day', buttons }],
  ['a list', { body: 'How shall we ship it?', list: { button: 'Options', sections } }],
])(
  'the echo of a message with %s that comes before the response is that message',
  async (_kind, interactive) => {
    let receive: (sent: string) => Promise<void> = () => Promise.resolve();
    const provider = await serve((response, request) => {
      const sent = provider.requests.at(-1)?.body ?? '';
      receive(sent).then(
        () => accepted.instagram(response, request),
        () => response.destroy(),
      );
    });
    const channel = await connect('instagram', { baseUrl: provider.url });
    const { id, chatId } = await sending.enqueue(channel, { interactive });
    receive = (sent) => receiveEcho(channel, chatId, sent);
    await sending.send(id);
    const { prisma } = sending.context().database;
    const messages = await prisma.message.findMany({ where: { chatId } });
    expect(messages).toMatchObject([{ id, status: 'sent', vendorId: 'mid.OUT', originType: 'api' }]);
  },
);
