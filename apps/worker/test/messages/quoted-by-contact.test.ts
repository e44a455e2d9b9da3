import { describe, expect, test } from '@jest/globals';
import { adapterFor } from '@parley/channels';
import { getById, messages, receiveMessage, sendMessage } from '@parley/core';
import type { Channel } from '@parley/database';
import { startSmtp } from '../../../../packages/channels/test/email/smtp-provider.js';
import * as instagram from '../../../../packages/channels/test/payloads/instagram.js';
import * as whatsapp from '../../../../packages/channels/test/payloads/whatsapp.js';
import {
  emailChannel,
  instagramChannel,
  jsonRequest,
  whatsappChannel,
} from '../../../../packages/channels/test/support/ingress-request.js';
import { accepted, useProviders } from './use-providers.js';
import { publicUrl } from './use-sending.js';

const { sending, serve, connect, stopAfterTest } = useProviders();

const mail = { from: 'jane@example.com', text: 'This one' };
const configurations = { whatsapp: whatsappChannel, instagram: instagramChannel, email: emailChannel };

/** What the contact writes first, and the quotation of a message, in the form of each provider. */
const payloads = {
  whatsapp: {
    first: whatsapp.textMessage,
    quoting: (id: string) =>
      whatsapp.messageOf({ id: 'wamid.R', type: 'text', text: { body: 'This one' }, context: { id } }),
  },
  instagram: {
    first: instagram.text,
    quoting: (mid: string) =>
      instagram.notification(
        instagram.fromCustomer({ message: { mid: 'mid.R', text: 'This one', reply_to: { mid } } }),
      ),
  },
  email: {
    first: { ...mail, messageId: '<first@example.com>' },
    quoting: (id: string) => ({ ...mail, messageId: '<second@example.com>', inReplyTo: id }),
  },
};

type Provider = keyof typeof payloads;

async function connectTo(name: Provider): Promise<Channel> {
  if (name !== 'email') return connect(name, { baseUrl: (await serve(accepted[name])).url });
  const smtp = await startSmtp();
  stopAfterTest(smtp);
  return connect(name, { port: smtp.port });
}

async function receive(name: Provider, channelId: string, body: unknown) {
  const request = jsonRequest(body, { receivedAt: sending.clock.now() });
  const [item] = await adapterFor(name).parseInbound(request, configurations[name]);
  if (item?.kind !== 'message') throw new Error('The payload has no message');
  // The window for a reply is open.
  const received = { ...item, timestamp: sending.clock.now() };
  const result = await receiveMessage(sending.context(), { channelId, item: received });
  return getById(sending.context(), messages, result?.messageId ?? '');
}

describe.each(['whatsapp', 'instagram', 'email'] as const)('a contact who writes by %s', (name) => {
  test('quotes a message that we sent: the reply names it', async () => {
    const channel = await connectTo(name);
    const { chatId } = await receive(name, channel.id, payloads[name].first);
    const content = { to: { chatId }, text: 'Which one?', publicUrl };
    const { id } = await sendMessage(sending.context(), content);
    await sending.send(id);
    const { vendorId } = await sending.read(id);
    const reply = await receive(name, channel.id, payloads[name].quoting(vendorId ?? ''));
    expect(reply).toMatchObject({ chatId, text: 'This one', replyTo: { id, text: 'Which one?' } });
  });
});
