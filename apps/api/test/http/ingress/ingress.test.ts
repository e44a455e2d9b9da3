import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@parley/core';
import { type Channel, statement } from '@parley/database';
import {
  createChannel,
  createChat,
  createMessage,
  createTenant,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import * as instagram from '../../../../../packages/channels/test/payloads/instagram.js';
import { statusCallback } from '../../../../../packages/channels/test/payloads/sms.js';
import {
  ignored,
  mediaMessages,
  notification,
  statuses,
} from '../../../../../packages/channels/test/payloads/whatsapp.js';
import { type ProviderCase, providerCases, signByTwilio } from './provider-requests.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());

const publicUrl = 'http://localhost:3000';

function caseOf(provider: ProviderCase['provider']): ProviderCase {
  const found = providerCases.find((entry) => entry.provider === provider);
  if (found === undefined) throw new Error(`There is no case for ${provider}`);
  return found;
}

const addChannel = (values: Parameters<typeof createChannel>[2]) =>
  createChannel(app.database, app.tenant.id, values);

function post(channel: Pick<Channel, 'id'>, body: string, headers: Record<string, string>, query = '') {
  return app.send('POST', `/ingress/${channel.id}${query}`, { text: body, headers });
}

function postSigned({ sign }: ProviderCase, channel: Channel, body: string, query = '') {
  return post(channel, body, sign(body, `${publicUrl}/ingress/${channel.id}${query}`), query);
}

/** The message is the same whatever was wrong, and there is a challenge (RFC 9110, 15.5.2). */
function expectUnauthorized({ status, headers, text }: Awaited<ReturnType<typeof post>>): void {
  expect(status).toBe(401);
  expect(headers['www-authenticate']).toBe('Provider realm="ingress", Bearer');
  expect(JSON.parse(text)).toEqual({
    success: false,
    error: {
      messageKey: 'unauthorized',
      message: 'Unauthorized',
      reason: 'provider_not_verified',
      detail:
        'There is no such channel, or the request does not prove that it comes from its provider. A sandbox needs an access token.',
    },
  });
}

const messagesOf = ({ id }: Channel) =>
  app.database.prisma.message.findMany({ where: { channelId: id }, orderBy: { id: 'asc' } });

describe.each(providerCases)('POST /ingress/{channelId} of $provider', (provider) => {
  test('200 for a message with the right signature; it is stored once, however often it is posted', async () => {
    const channel = await addChannel(provider.channel);
    const responses = [
      await postSigned(provider, channel, provider.body),
      await postSigned(provider, channel, provider.body),
    ];
    for (const { status, headers, text } of responses) {
      expect(status).toBe(200);
      if (provider.provider === 'sms') {
        expect(headers['content-type']).toBe('text/xml; charset=utf-8');
        expect(text).toMatch(/<Response\/>$/);
      } else {
        expect(JSON.parse(text)).toEqual({ success: true });
      }
    }
    const messages = await app.database.prisma.message.findMany({
      where: { channelId: channel.id },
      include: { chat: { include: { handle: true } } },
    });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      text: provider.expected.text,
      sender: 'inbound',
      chat: { unreadCount: 1, handle: { value: provider.expected.handle } },
    });
    const events = await app.database.prisma.event.findMany({
      where: { channelId: channel.id, type: 'message.received' },
    });
    expect(events.map(({ legacyType }) => legacyType)).toEqual([provider.expected.legacyType]);
  });

  test('401 without a reason for a wrong, an empty and a missing signature; nothing is stored', async () => {
    const channel = await addChannel(provider.channel);
    const right = provider.sign(provider.body, `${publicUrl}/ingress/${channel.id}`);
    const { 'content-type': contentType = '', ...signature } = right;
    const [name = ''] = Object.keys(signature);
    const wrong = [
      { 'content-type': contentType },
      { ...right, [name]: `${signature[name]?.slice(0, -2)}00` },
      { ...right, [name]: '' },
    ];
    for (const headers of wrong) {
      expectUnauthorized(await post(channel, provider.body, headers));
    }
    expect(await messagesOf(channel)).toEqual([]);
    expect(app.logs.some((line) => line.includes('ingress refused') && line.includes(channel.id))).toBe(true);
    expect(app.logs.join()).not.toContain('twilio-token');
  });

  test('401 when the channel has no secret', async () => {
    const channel = await addChannel({ ...provider.channel, secrets: {} });
    expect((await postSigned(provider, channel, provider.body)).status).toBe(401);
  });
});

describe('POST /ingress/{channelId}', () => {
  test('401 for an unknown channel, 404 for a malformed one; 405 for other methods', async () => {
    expectUnauthorized(await app.send('POST', `/ingress/${newId()}`, { text: '{}' }));
    for (const id of ['not-an-id', '%00']) {
      const { status, text } = await app.send('POST', `/ingress/${id}`, { text: '{}' });
      expect(status).toBe(404);
      expect(JSON.parse(text).error.messageKey).toBe('channel_not_found');
    }
    const { status, headers } = await app.send('PUT', `/ingress/${newId()}`, { text: '{}' });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD, POST');
  });

  test('400 that names the errors of a signed payload that is not the provider’s', async () => {
    const provider = caseOf('whatsapp');
    const channel = await addChannel(provider.channel);
    const response = await postSigned(provider, channel, '{"object":');
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text).error).toMatchObject({
      messageKey: 'invalid_body_params',
      invalidParams: { body: { key: 'invalid_json' } },
    });
  });

  test('200 for kinds of items that are ignored, which is logged', async () => {
    const provider = caseOf('whatsapp');
    const channel = await addChannel(provider.channel);
    expect((await postSigned(provider, channel, JSON.stringify(ignored.reaction))).status).toBe(200);
    const isLogged = (line: string) => line.includes('"kind":"reaction"') && line.includes(channel.id);
    expect(app.logs.some(isLogged)).toBe(true);
  });

  test('413 over 1 MB, and for email over 25 MB', async () => {
    const whatsapp = await addChannel(caseOf('whatsapp').channel);
    expect((await postSigned(caseOf('whatsapp'), whatsapp, ' '.repeat(1_048_577))).status).toBe(413);
    const email = await addChannel(caseOf('email').channel);
    const mail = JSON.stringify({
      from: 'a@example.com',
      text: 'x'.repeat(90_000),
      html: ' '.repeat(2_000_000),
    });
    expect((await postSigned(caseOf('email'), email, mail)).status).toBe(200);
    expect((await postSigned(caseOf('email'), email, ' '.repeat(25 * 1_048_576 + 1))).status).toBe(413);
  });

  test('stores the link of media that needs credentials, and a job fetches it', async () => {
    const provider = caseOf('whatsapp');
    const channel = await addChannel(provider.channel);
    await postSigned(provider, channel, JSON.stringify(mediaMessages.image));
    const [message] = await messagesOf(channel);
    expect(message).toMatchObject({
      type: 'image',
      text: 'Like this',
      attachments: [{ url: expect.stringContaining('1003383421387256'), needsCredentials: true }],
    });
    const jobs = await app.database.pool.query('select key from graphile_worker.jobs where key = $1', [
      `fetch-media:${app.tenant.id}:${message?.id}`,
    ]);
    expect(jobs.rowCount).toBe(1);
  });

  test('stores the attachments of a mail, each with a working link', async () => {
    const provider = caseOf('email');
    const channel = await addChannel(provider.channel);
    await postSigned(provider, channel, provider.body);
    const [message] = await messagesOf(channel);
    const { body } = expectStatus(
      await app.v3.call('getMessage', { params: { messageId: message?.id ?? '' } }),
      200,
    );
    // The attachments are in the order of the mail.
    const [receipt, photo] = body.data.attachments;
    expect(photo?.url).toBe('https://mail.example/a/1');
    const { pathname, search } = new URL(receipt?.url ?? '');
    const file = await app.send('GET', `${pathname}${search}`);
    expect([file.status, file.text]).toEqual([200, '%PDF-']);
  });
});

describe('the subject of a received email', () => {
  const subjectsOf = async (channel: Channel) => {
    const [message] = await messagesOf(channel);
    const { data } = await app.database.prisma.event.findFirstOrThrow({
      where: { channelId: channel.id, type: 'message.received' },
    });
    return [message?.subject, Object(data).subject];
  };

  test('is stored with the message and is part of its event', async () => {
    const channel = await addChannel(caseOf('email').channel);
    const mail = JSON.stringify({ from: 'ann@customer.example', subject: 'Order A-7', text: 'Where is it?' });
    expect((await postSigned(caseOf('email'), channel, mail)).status).toBe(200);
    expect(await subjectsOf(channel)).toEqual(['Order A-7', 'Order A-7']);
  });

  test('is accepted by the sandbox, but refused by other channels', async () => {
    const channel = await addChannel({ type: 'email', provider: 'sandbox' });
    const { token } = app;
    const mail = JSON.stringify({ from: 'ann@customer.example', subject: 'Order A-7', text: 'Where is it?' });
    expect((await app.send('POST', `/ingress/${channel.id}`, { text: mail, token })).status).toBe(200);
    expect(await subjectsOf(channel)).toEqual(['Order A-7', 'Order A-7']);
    const sms = await addChannel({ type: 'sms', provider: 'sandbox' });
    const short = JSON.stringify({ from: '+4930123456', subject: 'Hi', text: 'Hello' });
    const { status, text } = await app.send('POST', `/ingress/${sms.id}`, { text: short, token });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.invalidParams.subject.key).toBe('unrecognized_keys');
  });
});

describe('many messages at once', () => {
  test('are recorded together, each with its event', async () => {
    const channel = await addChannel({ type: 'whatsapp', provider: 'sandbox' });
    const headers = { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' };
    const postText = (number: number, text: string) =>
      post(channel, JSON.stringify({ from: `+1650555${2000 + number}`, text }), headers);
    const numbers = Array.from({ length: 30 }, (_, index) => index);
    // The first message of each sender creates its chat.
    for (const text of ['Hello?', 'Is anybody there?']) {
      const responses = await Promise.all(numbers.map((number) => postText(number, text)));
      expect(responses.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    }
    const rows = await app.database.sql(countByTransaction, [channel.id]);
    expect(rows).toMatchObject([
      { text: 'Hello?', messages: 30 },
      { text: 'Is anybody there?', messages: 30 },
    ]);
    expect(rows[1]?.transactions).toBeLessThan(30);
    const types = { type: 'message.received', channelId: channel.id };
    expect(await app.database.prisma.event.count({ where: types })).toBe(60);
    expect(
      await app.database.prisma.chat.groupBy({ by: ['unreadCount'], where: { channelId: channel.id } }),
    ).toEqual([{ unreadCount: 2 }]);
  });

  const countByTransaction = statement<{ text: string; messages: number; transactions: number }>(
    'count-inbound-by-transaction',
    `select text, count(*)::int as messages, count(distinct xmin::text)::int as transactions
     from messages where channel_id = $1::uuid group by text order by text`,
  );
});

describe('GET /ingress/{channelId}', () => {
  const challenge = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=';

  test('returns the challenge of Meta as plain text; 401 with a wrong token', async () => {
    for (const name of ['whatsapp', 'instagram'] as const) {
      const channel = await addChannel(caseOf(name).channel);
      const right = await app.send('GET', `/ingress/${channel.id}?${challenge}verify-me`);
      expect([right.status, right.text]).toEqual([200, '1158201444']);
      expect(right.headers['content-type']).toBe('text/plain; charset=utf-8');
      expectUnauthorized(await app.send('GET', `/ingress/${channel.id}?${challenge}verify-you`));
    }
  });

  test('401 for providers that send no challenge', async () => {
    const channel = await addChannel(caseOf('sms').channel);
    expectUnauthorized(await app.send('GET', `/ingress/${channel.id}`));
  });
});

describe('statuses of sent messages', () => {
  const addOutbound = async (channel: Channel, values: Parameters<typeof createMessage>[2]) =>
    createMessage(app.database, await createChat(app.database, app.tenant.id, { channelId: channel.id }), {
      sender: 'outbound',
      status: 'pending',
      vendorId: null,
      ...values,
    });
  const statusOf = async ({ id }: { id: string }) =>
    (await app.database.prisma.message.findFirstOrThrow({ where: { id } })).status;

  test('of WhatsApp update the message and store the error of a failed one', async () => {
    const provider = caseOf('whatsapp');
    const channel = await addChannel(provider.channel);
    const read = await addOutbound(channel, { vendorId: 'wamid.S' });
    const failed = await addOutbound(channel, { vendorId: 'wamid.F' });
    const body = JSON.stringify(statuses);
    expect((await postSigned(provider, channel, body)).status).toBe(200);
    expect((await postSigned(provider, channel, body)).status).toBe(200);
    expect(await statusOf(read)).toBe('read');
    expect(await app.database.prisma.message.findFirst({ where: { id: failed.id } })).toMatchObject({
      status: 'failed',
      errors: [{ code: '131047', message: expect.stringContaining('More than 24 hours') }],
    });
    const events = await app.database.prisma.event.findMany({
      where: { chatId: read.chatId },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ type, legacyType }) => [type, legacyType])).toEqual([
      ['message.sent', 'WHATSAPP_MESSAGE_STATUS'],
      ['message.updated', 'WHATSAPP_MESSAGE_STATUS'],
      ['message.updated', 'WHATSAPP_MESSAGE_STATUS'],
    ]);
  });

  test('match a message whose response was lost by our own id, which WhatsApp and Twilio repeat', async () => {
    const whatsapp = await addChannel(caseOf('whatsapp').channel);
    const one = await addOutbound(whatsapp, {});
    const status = {
      id: 'wamid.L',
      status: 'delivered',
      timestamp: '1763112002',
      biz_opaque_callback_data: one.id,
    };
    await postSigned(caseOf('whatsapp'), whatsapp, JSON.stringify(notification({ statuses: [status] })));
    expect(await app.database.prisma.message.findFirst({ where: { id: one.id } })).toMatchObject({
      status: 'delivered',
      vendorId: 'wamid.L',
    });
    const sms = await addChannel(caseOf('sms').channel);
    const other = await addOutbound(sms, {});
    const form = new URLSearchParams(statusCallback('delivered')).toString();
    const query = `?reference=${other.id}`;
    const signature = signByTwilio(form, `${publicUrl}/ingress/${sms.id}${query}`);
    expect((await post(sms, form, signature, query)).status).toBe(200);
    expect(await statusOf(other)).toBe('delivered');
  });

  test('of unknown messages are accepted', async () => {
    const provider = caseOf('instagram');
    const channel = await addChannel(provider.channel);
    expect((await postSigned(provider, channel, JSON.stringify(instagram.receipts))).status).toBe(200);
    expect(await app.database.prisma.earlyStatus.count({ where: { channelId: channel.id } })).toBe(3);
  });
});

describe('POST /ingress/{channelId} of the sandbox', () => {
  const body = JSON.stringify({ from: '+4930123456', name: 'Ada', text: 'Hello', externalId: 'one' });
  const sendAs = (channel: Channel, token: string | undefined, text = body) =>
    app.send('POST', `/ingress/${channel.id}`, { text, ...(token && { token }) });

  test('200 with a token of the tenant that may write messages, counted against its limit', async () => {
    const channel = await addChannel({});
    const token = await createToken(app.database, app.tenant.id, { scopes: ['messages:write'] });
    const { status, headers } = await sendAs(channel, token);
    expect(status).toBe(200);
    expect(headers['x-ratelimit-remaining']).toBeDefined();
    expect(await messagesOf(channel)).toMatchObject([{ text: 'Hello', vendorId: 'one' }]);
  });

  test('401 without a token, 403 without the scope, 404 with another tenant’s token; nothing is stored', async () => {
    const channel = await addChannel({});
    const response = await sendAs(channel, undefined);
    expectUnauthorized(response);
    const reader = await createToken(app.database, app.tenant.id, { scopes: ['chats:read'] });
    expect((await sendAs(channel, reader)).status).toBe(403);
    const otherToken = await createToken(app.database, (await createTenant(app.database)).id);
    expect((await sendAs(channel, otherToken)).status).toBe(404);
    expect(await messagesOf(channel)).toEqual([]);
  });

  test('400 that names every error at once', async () => {
    const channel = await addChannel({});
    const { status, text } = await sendAs(channel, app.token, JSON.stringify({ from: 'x', txt: 'Hello' }));
    expect(status).toBe(400);
    expect(Object.keys(JSON.parse(text).error.invalidParams).sort()).toEqual(['from', 'text', 'txt']);
  });

  test('429 when the tenant has exceeded its rate limit', async () => {
    const tenant = await createTenant(app.database, { requestsPerMinute: 1 });
    const channel = await createChannel(app.database, tenant.id);
    const token = await createToken(app.database, tenant.id);
    expect((await sendAs(channel, token)).status).toBe(200);
    expect((await sendAs(channel, token)).status).toBe(429);
  });
});
