import { describe, expect, test } from '@jest/globals';
import type { Channel } from '@parley/database';
import { createMessage } from '@parley/testkit';
import { accepted, useProviders } from './use-providers.js';

// Names below localhost lead to loopback without a name server.
const { sending, serve, connect, mailTo } = useProviders({
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128,192.0.2.0/24',
  PROVIDER_ALLOWED_HOSTS: '*.allowed.localhost,127.0.0.1,192.0.2.1',
});

async function sendBy(channel: Channel, content: Parameters<typeof sending.enqueue>[1] = {}) {
  const { id } = await sending.enqueue(channel, content);
  await sending.send(id);
  return sending.read(id);
}

const on = (url: string, host: string) => url.replace('127.0.0.1', host);

describe('a host that PROVIDER_ALLOWED_HOSTS', () => {
  test('contains receives the message', async () => {
    const provider = await serve(accepted.whatsapp);
    const channel = await connect('whatsapp', { baseUrl: on(provider.url, 'graph.allowed.localhost') });
    expect(await sendBy(channel)).toMatchObject({ status: 'sent' });
  });

  test.each(['whatsapp', 'instagram', 'sms'] as const)(
    'does not contain gets no connection from %s, even though the settings were stored',
    async (name) => {
      const provider = await serve(accepted[name]);
      const channel = await connect(name, { baseUrl: on(provider.url, 'other.localhost') });
      expect(await sendBy(channel)).toMatchObject({
        status: 'failed',
        errors: [{ code: 'address_refused', message: expect.stringContaining('other.localhost') }],
      });
      expect(provider.requests).toEqual([]);
    },
  );

  test('does not contain gets no mail', async () => {
    const channel = await connect('email', { host: 'mail.localhost', port: 9 });
    expect(await sendBy(channel, await mailTo(channel))).toMatchObject({
      status: 'failed',
      errors: [{ code: 'address_refused' }],
    });
  });

  test('does not contain gets no token, even if the response of a provider names it', async () => {
    const other = await serve((response) => response.end('bytes'));
    const provider = await serve((response) =>
      response.end(JSON.stringify({ url: `${on(other.url, 'other.localhost')}/file` })),
    );
    const channel = await connect('whatsapp', { baseUrl: provider.url });
    const { chatId } = await sending.enqueue(channel);
    const { database } = sending.context();
    const chat = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
    const url = `${provider.url}/v23.0/1003`;
    const attachment = { type: 'image', name: null, contentType: 'image/jpeg', size: null, url };
    const { id } = await createMessage(database, chat, {
      type: 'image',
      attachments: [{ ...attachment, needsCredentials: true }],
    });
    await expect(sending.fetchMedia(id)).rejects.toThrow('EHOSTUNREACH');
    expect(provider.requests).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });
});

describe('a connection that is not encrypted', () => {
  test.each([
    ['whatsapp', { baseUrl: 'http://192.0.2.1' }, 'https'],
    ['email', { host: '192.0.2.1', requireTls: false }, 'requireTls'],
  ] as const)('is not opened by %s outside loopback', async (name, settings, reason) => {
    const channel = await connect(name, settings);
    const content = name === 'email' ? await mailTo(channel) : {};
    expect(await sendBy(channel, content)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'address_refused', message: expect.stringContaining(reason) }],
    });
  });
});
