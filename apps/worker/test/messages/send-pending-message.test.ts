import { afterEach, describe, expect, test } from '@jest/globals';
import { applyMessageStatus, receiveMessage } from '@parley/core';
import type { Channel, Prisma } from '@parley/database';
import { createFile, createMessage, createMessageTemplate } from '@parley/testkit';
import { refusal, startSmtp } from '../../../../packages/channels/test/email/smtp-provider.js';
import {
  emailChannel,
  instagramChannel,
  smsChannel,
  whatsappChannel,
} from '../../../../packages/channels/test/support/ingress-request.js';
import {
  answerJson,
  type Provider,
  type ProviderBehaviour,
  startProvider,
} from '../../../../packages/channels/test/support/provider-server.js';
import { startCuttingProxy } from './cut-answer.js';
import { publicUrl, useSending } from './use-sending.js';

const sending = useSending();

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const configurations = {
  whatsapp: whatsappChannel,
  instagram: instagramChannel,
  sms: smsChannel,
  email: emailChannel,
};

/** A channel whose provider is a server of this test. */
async function connect(
  provider: keyof typeof configurations,
  settings: Record<string, unknown>,
): Promise<Channel> {
  const configuration = configurations[provider];
  return sending.addChannel({
    type: provider,
    provider,
    // The settings of the tests are plain JSON.
    settings: { ...(configuration.settings as object), ...settings } as Prisma.InputJsonObject,
    secrets: configuration.secrets as Prisma.InputJsonObject,
  });
}

async function serve(behaviour: ProviderBehaviour): Promise<Provider> {
  const provider = await startProvider(behaviour);
  running.push(provider);
  return provider;
}

/** Answers each call with the next behaviour; the last one stays. */
function inTurn(...behaviours: readonly ProviderBehaviour[]): ProviderBehaviour {
  let index = 0;
  return (response, request) => {
    const behaviour = behaviours[Math.min(index, behaviours.length - 1)];
    index += 1;
    behaviour?.(response, request);
  };
}

const taken = {
  whatsapp: answerJson(200, { messages: [{ id: 'wamid.OUT' }] }),
  instagram: answerJson(200, { message_id: 'mid.OUT' }),
  sms: answerJson(201, { sid: 'SM-OUT' }),
};
const vendorIds = { whatsapp: 'wamid.OUT', instagram: 'mid.OUT', sms: 'SM-OUT' };
const hangUp: ProviderBehaviour = (response) => response.destroy();

describe.each(['whatsapp', 'instagram', 'sms'] as const)('a message by %s', (name) => {
  test('is handed over once, and its event tells that it is sent', async () => {
    const provider = await serve(taken[name]);
    const channel = await connect(name, { baseUrl: provider.url });
    const { id, chatId } = await sending.enqueue(channel);
    await sending.send(id);
    await sending.send(id);
    expect(provider.requests).toHaveLength(1);
    expect(await sending.read(id)).toMatchObject({
      status: 'sent',
      vendorId: vendorIds[name],
      attemptCount: 1,
    });
    expect((await sending.events(chatId)).map(({ type, legacyType }) => [type, legacyType])).toEqual([
      ['message.sent', `${name.toUpperCase()}_MESSAGE_STATUS`],
    ]);
  });

  test('is tried again after 5xx, later each time, and at the time that a 429 asks for', async () => {
    const outage =
      name === 'sms' ? { code: 20500, message: 'Internal' } : { error: { code: 2, message: 'Down' } };
    const busy = answerJson(429, { error: { message: 'Slow down' } }, { 'retry-after': '90' });
    const provider = await serve(inTurn(answerJson(503, {}), answerJson(500, outage), busy, taken[name]));
    const channel = await connect(name, { baseUrl: provider.url });
    const { id } = await sending.enqueue(channel);
    const pauses: number[] = [];
    while ((await sending.read(id)).status === 'pending') {
      await sending.send(id);
      const [dueAt] = await sending.dueAt(id);
      const before = sending.clock.now().getTime();
      if ((await sending.read(id)).status !== 'pending' || dueAt === undefined) continue;
      pauses.push(dueAt.getTime() - before);
      sending.clock.set(dueAt);
    }
    expect(await sending.read(id)).toMatchObject({ status: 'sent', attemptCount: 4, errors: [] });
    expect(pauses).toHaveLength(3);
    expect(pauses[0]).toBeGreaterThanOrEqual(800);
    expect(pauses[0]).toBeLessThanOrEqual(1_200);
    expect(pauses[1]).toBeGreaterThanOrEqual(4_000);
    expect(pauses[1]).toBeLessThanOrEqual(6_000);
    expect(pauses[2]).toBe(90_000);
  });

  test('fails with the provider’s own error when it is refused, and is not tried again', async () => {
    const body =
      name === 'sms'
        ? { code: 21211, message: 'The To number is not valid.', status: 400 }
        : { error: { message: '(#131026) Message undeliverable', code: 131026 } };
    const provider = await serve(answerJson(400, body));
    const channel = await connect(name, { baseUrl: provider.url });
    const { id, chatId } = await sending.enqueue(channel);
    await sending.send(id);
    await sending.send(id);
    expect(provider.requests).toHaveLength(1);
    const code = name === 'sms' ? '21211' : '131026';
    expect(await sending.read(id)).toMatchObject({ status: 'failed', errors: [{ code }], vendorId: null });
    const [event] = await sending.events(chatId);
    expect(event).toMatchObject({ type: 'message.updated' });
    expect(event?.data).toMatchObject({ status: 'failed', errors: [{ code }] });
  });

  test('is not sent again when the answer was lost: unknown after 30 seconds without news', async () => {
    const provider = await serve(hangUp);
    const channel = await connect(name, { baseUrl: provider.url });
    const { id } = await sending.enqueue(channel);
    await sending.send(id);
    expect((await sending.read(id)).status).toBe('pending');
    const [dueAt] = await sending.dueAt(id);
    expect(dueAt).toEqual(new Date(sending.clock.now().getTime() + 30_000));
    await sending.send(id);
    sending.clock.advance(30_000);
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'delivery_unknown' }],
    });
    expect(provider.requests).toHaveLength(1);
  });

  test('fails after seven attempts when the provider stays away', async () => {
    const provider = await serve(answerJson(503, {}));
    const channel = await connect(name, { baseUrl: provider.url });
    const { id } = await sending.enqueue(channel);
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await sending.send(id);
      sending.clock.set((await sending.dueAt(id))[0] ?? sending.clock.now());
    }
    expect(await sending.read(id)).toMatchObject({
      status: 'failed',
      attemptCount: 7,
      errors: [{ code: 'http_503' }],
    });
    expect(provider.requests).toHaveLength(7);
  });
});

describe('a database that is away for a moment', () => {
  test('when a provider has taken the message does not make it one that nobody knows about', async () => {
    let refusals = 0;
    const provider = await serve((response, request) => {
      refusals = 2;
      taken.sms(response, request);
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

describe('a lost answer', () => {
  test('of WhatsApp is made good by a status that carries our id', async () => {
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

  test('of Instagram is made good by the echo', async () => {
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
    await receiveMessage(sending.context(), { channelId: channel.id, item, publicUrl });
    sending.clock.advance(30_000);
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({ status: 'sent', vendorId: 'mid.ECHO' });
    expect(await sending.context().database.prisma.message.count({ where: { chatId } })).toBe(1);
  });

  test('of a mail server is no reason not to send again: the Message-ID stays the same', async () => {
    const smtp = await startSmtp();
    const proxy = await startCuttingProxy(smtp.port);
    running.push(proxy, smtp);
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

/** A chat by mail, in which the contact has asked something. */
async function mailTo(channel: Channel, values: { externalId?: string; subject?: string } = {}) {
  const item = {
    externalId: `<question-${channel.id}@example.com>`,
    from: { handleType: 'email', value: `${channel.id}@example.com` },
    type: 'text',
    text: 'Where is my order?',
    attachments: [],
    timestamp: sending.clock.now(),
    echo: false,
    automated: false,
    subject: 'Order A-7',
    ...values,
  } as const;
  const received = await receiveMessage(sending.context(), { channelId: channel.id, item, publicUrl });
  return { to: { chatId: received?.chatId ?? '' } };
}

describe('a message by email', () => {
  test('answers the last mail, repeats its subject and carries its files', async () => {
    const smtp = await startSmtp();
    running.push(smtp);
    const channel = await connect('email', { port: smtp.port });
    const file = await createFile(sending.context().database, channel.tenantId, { name: 'note.txt' });
    const { id } = await sending.enqueue(channel, {
      ...(await mailTo(channel)),
      attachments: [{ fileId: file.id }],
    });
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({ status: 'sent' });
    const mime = smtp.mails[0]?.mime.toString('utf8') ?? '';
    expect(mime).toContain('Subject: Re: Order A-7');
    expect(mime).toContain(`In-Reply-To: <question-${channel.id}@example.com>`);
    expect(mime).toContain('filename=note.txt');
  });

  test('shows the subject it went out with, and a mail that came after it was accepted is not answered', async () => {
    const smtp = await startSmtp();
    running.push(smtp);
    const channel = await connect('email', { port: smtp.port });
    const question = await mailTo(channel);
    const { id } = await sending.enqueue(channel, question);
    sending.clock.advance(1_000);
    await mailTo(channel, { externalId: '<later@example.com>', subject: 'Something else' });
    await sending.send(id);
    const mime = smtp.mails[0]?.mime.toString('utf8') ?? '';
    expect(mime).toContain('Subject: Re: Order A-7');
    expect(mime).toContain(`In-Reply-To: <question-${channel.id}@example.com>`);
    const event = await sending.context().database.prisma.event.findFirstOrThrow({
      where: { chatId: question.to.chatId, type: 'message.sent' },
    });
    expect(event.data).toMatchObject({ id, subject: 'Re: Order A-7' });
  });

  test('fails with the reply of the server when it is refused for good', async () => {
    const smtp = await startSmtp({
      onRcptTo: (_address, _session, done) => done(refusal(550, 'No such user')),
    });
    running.push(smtp);
    const channel = await connect('email', { port: smtp.port });
    const { id } = await sending.enqueue(channel, { ...(await mailTo(channel)) });
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({ status: 'failed', errors: [{ code: '550' }] });
  });
});

describe('a template', () => {
  test('goes to WhatsApp by its name with its values, and with a file in the place of its picture', async () => {
    const provider = await serve(taken.whatsapp);
    const channel = await connect('whatsapp', { baseUrl: provider.url });
    const { database } = sending.context();
    const template = await createMessageTemplate(database, channel.tenantId, {
      name: 'order_update',
      language: 'de',
      body: 'Hello {{first_name}}, order {{order}}',
      content: { header: { type: 'image', url: 'https://parley.example/old.png' } },
    });
    const file = await createFile(database, channel.tenantId, { contentType: 'image/png', name: 'new.png' });
    const { id, text } = await sending.enqueue(channel, {
      template: { id: template.id, variables: { first_name: 'Ada', order: 'A-7' } },
      attachments: [{ fileId: file.id }],
    });
    expect(text).toBe('Hello Ada, order A-7');
    await sending.send(id);
    const { publicToken } = await database.prisma.file.findFirstOrThrow({ where: { id: file.id } });
    expect(JSON.parse(provider.requests[0]?.body ?? '{}')).toMatchObject({
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'de' },
        components: [
          {
            type: 'header',
            parameters: [{ type: 'image', image: { link: `${publicUrl}/files/${publicToken}` } }],
          },
          {
            type: 'body',
            parameters: [
              { type: 'text', parameter_name: 'first_name', text: 'Ada' },
              { type: 'text', parameter_name: 'order', text: 'A-7' },
            ],
          },
        ],
      },
    });
  });

  test('goes out as it was accepted, whatever becomes of it while it waits', async () => {
    const provider = await serve(taken.whatsapp);
    const channel = await connect('whatsapp', { baseUrl: provider.url });
    const { database } = sending.context();
    const { tenantId, id } = await createMessageTemplate(database, channel.tenantId, {
      name: 'order_shipped',
      language: 'de',
      body: 'Hello {{contact.name}}, order {{firstName}}',
    });
    const use = { template: { id, variables: { 'contact.name': 'Eve' } } };
    const waiting = [await sending.enqueue(channel, use), await sending.enqueue(channel, use)] as const;
    const where = { tenantId_id: { tenantId, id } };
    await database.prisma.messageTemplate.update({ where, data: { name: 'other', body: 'Bye {{order}}' } });
    await sending.send(waiting[0].id);
    await database.prisma.messageTemplate.delete({ where });
    await sending.send(waiting[1].id);
    const accepted = {
      name: 'order_shipped',
      language: { code: 'de' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Eve' },
            { type: 'text', text: 'Ada' },
          ],
        },
      ],
    };
    expect(provider.requests.map(({ body }) => JSON.parse(body).template)).toEqual([accepted, accepted]);
  });
});

describe('Twilio', () => {
  test('is told where to report statuses, with our id', async () => {
    const provider = await serve(taken.sms);
    const channel = await connect('sms', { baseUrl: provider.url });
    const { id } = await sending.enqueue(channel);
    await sending.send(id);
    const form = new URLSearchParams(provider.requests[0]?.body);
    expect(form.get('StatusCallback')).toBe(`${publicUrl}/ingress/${channel.id}?reference=${id}`);
  });
});

describe('the pace of a channel', () => {
  test('lets a second’s worth go at once and gives the others their turns', async () => {
    const provider = await serve(taken.sms);
    const channel = await connect('sms', { baseUrl: provider.url, messagesPerSecond: 2 });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await sending.enqueue(channel)).id);
    for (const id of ids) await sending.send(id);
    expect(provider.requests.length).toBe(3);
    const now = sending.clock.now().getTime();
    const waits = await Promise.all(ids.map(async (id) => (await sending.dueAt(id))[0]?.getTime()));
    expect(waits.slice(3)).toEqual([now + 500, now + 1_000]);
    sending.clock.advance(1_000);
    for (const id of ids.slice(3)) await sending.send(id);
    expect(provider.requests).toHaveLength(5);
  });

  test('rests until the provider’s Retry-After also for messages that have their turns already', async () => {
    const busy = answerJson(429, { message: 'Slow down' }, { 'retry-after': '60' });
    const provider = await serve(inTurn(taken.sms, taken.sms, taken.sms, busy, taken.sms));
    const channel = await connect('sms', { baseUrl: provider.url, messagesPerSecond: 2 });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await sending.enqueue(channel)).id);
    for (const id of ids) await sending.send(id);
    const [refused = '', waiting = ''] = ids.slice(3);
    sending.clock.advance(1_000);
    await sending.send(refused);
    await sending.send(waiting);
    expect(provider.requests).toHaveLength(4);
    expect(await sending.read(waiting)).toMatchObject({ status: 'pending', attemptCount: 0 });
    const [dueAt] = await sending.dueAt(waiting);
    expect(dueAt).toEqual(new Date(sending.clock.now().getTime() + 60_000));
    sending.clock.set(dueAt ?? '');
    await sending.send(waiting);
    expect(await sending.read(waiting)).toMatchObject({ status: 'sent', attemptCount: 1 });
  });
});

describe('addresses', () => {
  test.each([
    ['whatsapp', { baseUrl: 'http://169.254.169.254' }],
    ['sms', { baseUrl: 'http://[::ffff:10.0.0.1]:8080' }],
    ['email', { host: '10.0.0.1', port: 25 }],
  ] as const)(
    'that are not public are not reached by %s, whatever its settings say',
    async (name, settings) => {
      const channel = await connect(name, settings);
      const content = name === 'email' ? await mailTo(channel) : {};
      const { id } = await sending.enqueue(channel, content);
      await sending.send(id);
      expect(await sending.read(id)).toMatchObject({
        status: 'failed',
        errors: [{ code: 'address_refused' }],
      });
    },
  );
});

test('a channel that is not set up says so on the message', async () => {
  const channel = await sending.addChannel({ type: 'whatsapp', provider: 'whatsapp' });
  const { id } = await sending.enqueue(channel);
  await sending.send(id);
  expect(await sending.read(id)).toMatchObject({
    status: 'failed',
    errors: [{ code: 'channel_not_configured' }],
  });
});

test('media that needs credentials is fetched, stored as a file and told', async () => {
  const provider = await serve((response, request) => {
    const isFile = request.url === '/file';
    response.writeHead(200, { 'content-type': isFile ? 'image/jpeg' : 'application/json' });
    response.end(isFile ? 'bytes of a photo' : JSON.stringify({ url: `${provider.url}/file` }));
  });
  const channel = await connect('whatsapp', { baseUrl: provider.url });
  const { database } = sending.context();
  const { chatId } = await sending.enqueue(channel);
  const chat = await database.prisma.chat.findFirstOrThrow({ where: { id: chatId } });
  const facts = { type: 'image', name: null, contentType: 'image/jpeg', size: null };
  const { id } = await createMessage(database, chat, {
    type: 'image',
    attachments: [{ ...facts, url: `${provider.url}/v23.0/1003`, needsCredentials: true }],
  });
  await sending.fetchMedia(id);
  await sending.fetchMedia(id);
  const { attachments } = await sending.read(id);
  const files = await database.prisma.file.findMany({
    where: { contentType: 'image/jpeg' },
    include: { content: true },
  });
  expect(files).toHaveLength(1);
  expect(Buffer.from(files[0]?.content?.bytes ?? []).toString()).toBe('bytes of a photo');
  expect(attachments).toEqual([
    { ...facts, size: 16, url: `${publicUrl}/files/${files[0]?.publicToken}`, fileId: files[0]?.id },
  ]);
  expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer graph-token',
    'Bearer graph-token',
  ]);
  expect((await sending.events(chatId)).map(({ type, legacyType }) => [type, legacyType])).toEqual([
    ['message.updated', null],
  ]);
});
