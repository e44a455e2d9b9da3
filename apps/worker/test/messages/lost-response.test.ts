import { describe, expect, test } from '@jest/globals';
import { applyMessageStatus, receiveMessage } from '@parley/core';
import { startSmtp } from '../../../../packages/channels/test/email/smtp-provider.js';
import { startInterruptingProxy } from './interrupting-proxy.js';
import { accepted, hangUp, useProviders } from './use-providers.js';

const { sending, serve, connect, mailTo, stopAfterTest } = useProviders();

describe('a database that is unavailable for a moment', () => {
  test('after a provider has accepted the message does not make its outcome unknown', async () => {
    let refusals = 0;
    const provider = await serve((response, request) => {
      refusals = 2;
      accepted.sms(response, request);
    });
    const channel = await connect('sms', { baseUrl: provider.url });
    const { id } = await sending.enqueue(channel);
    const { database } = sending.context();
    const pool = new Proxy(database.pool, {
      get(own, key) {
        if (key === 'connect' && refusals-- > 0) return () => Promise.reject(new Error('away'));
        const value: unknown = Reflect.get(own, key);
        return typeof value === 'function' ? value.bind(own) : value;
      },
    });
    await sending.send(id, { database: { ...database, pool } });
    expect(await sending.read(id)).toMatchObject({ status: 'sent', vendorId: 'SM-OUT', attemptCount: 1 });
  });
});

describe('a lost response', () => {
  test('of WhatsApp is replaced by a status with our id', async () => {
    const provider = await serve(hangUp);
    const channel = await connect('whatsapp', { baseUrl: provider.url });
    const { id } = await sending.enqueue(channel);
    await sending.send(id);
    expect(JSON.parse(provider.requests[0]?.body ?? '{}')).toMatchObject({ biz_opaque_callback_data: id });
    const report = { channelId: channel.id, externalId: 'wamid.LOST', reference: id, errors: [] };
    await applyMessageStatus(sending.context(), { ...report, status: 'delivered' });
    sending.clock.advance(30_000);
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({ status: 'delivered', vendorId: 'wamid.LOST' });
  });

  test('of Instagram is replaced by the echo', async () => {
    const provider = await serve(hangUp);
    const channel = await connect('instagram', { baseUrl: provider.url });
    const { id, chatId } = await sending.enqueue(channel, { text: 'It is here' });
    await sending.send(id);
    const { handle } = await sending.context().database.prisma.chat.findFirstOrThrow({
      where: { id: chatId },
      include: { handle: true },
    });
    const item = {
      externalId: 'mid.ECHO',
      from: { handleType: handle.type, value: handle.value },
      type: 'text',
      text: 'It is here',
      attachments: [],
      timestamp: sending.clock.now(),
      echo: true,
      automated: false,
      subject: null,
    } as const;
    await receiveMessage(sending.context(), { channelId: channel.id, item });
    sending.clock.advance(30_000);
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({ status: 'sent', vendorId: 'mid.ECHO' });
    expect(await sending.context().database.prisma.message.count({ where: { chatId } })).toBe(1);
  });

  test('of a mail server leads to a retry, because the Message-ID stays the same', async () => {
    const smtp = await startSmtp();
    const proxy = await startInterruptingProxy(smtp.port);
    stopAfterTest(proxy, smtp);
    const channel = await connect('email', { port: proxy.port });
    const { id } = await sending.enqueue(channel, { ...(await mailTo(channel)) });
    await sending.send(id);
    expect((await sending.read(id)).status).toBe('pending');
    sending.clock.set((await sending.dueAt(id))[0] ?? sending.clock.now());
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({ status: 'sent', vendorId: `<${id}@shop.example>` });
    expect(smtp.mails).toHaveLength(2);
    for (const { mime } of smtp.mails) expect(mime.toString()).toContain(`Message-ID: <${id}@shop.example>`);
  });
});
