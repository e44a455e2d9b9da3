import { describe, expect, test } from '@jest/globals';
import { newId } from '@parley/core';
import { type Channel, statement } from '@parley/database';
import { expectStatus } from '@parley/testkit';
import { ignored, mediaMessages } from '../../../../../packages/channels/test/payloads/whatsapp.js';
import { caseOf, providerCases } from './provider-requests.js';
import { expectUnauthorized, publicUrl, useIngress } from './use-ingress.js';

const stage = useIngress();
const { addChannel, messagesOf, post, postSigned } = stage;

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
    const messages = await stage.app.database.prisma.message.findMany({
      where: { channelId: channel.id },
      include: { chat: { include: { handle: true } } },
    });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      text: provider.expected.text,
      sender: 'inbound',
      chat: { unreadCount: 1, handle: { value: provider.expected.handle } },
    });
    const events = await stage.app.database.prisma.event.findMany({
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
    expect(stage.app.logs.some((line) => line.includes('ingress refused') && line.includes(channel.id))).toBe(
      true,
    );
    expect(stage.app.logs.join()).not.toContain('twilio-token');
  });

  test('401 when the channel has no secret', async () => {
    const channel = await addChannel({ ...provider.channel, secrets: {} });
    expect((await postSigned(provider, channel, provider.body)).status).toBe(401);
  });
});

describe('POST /ingress/{channelId}', () => {
  test('401 for an unknown channel, 404 for a malformed one; 405 for other methods', async () => {
    expectUnauthorized(await stage.app.send('POST', `/ingress/${newId()}`, { text: '{}' }));
    for (const id of ['not-an-id', '%00']) {
      const { status, text } = await stage.app.send('POST', `/ingress/${id}`, { text: '{}' });
      expect(status).toBe(404);
      expect(JSON.parse(text).error.messageKey).toBe('channel_not_found');
    }
    const { status, headers } = await stage.app.send('PUT', `/ingress/${newId()}`, { text: '{}' });
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
    expect(stage.app.logs.some(isLogged)).toBe(true);
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
    const jobs = await stage.app.database.pool.query('select key from graphile_worker.jobs where key = $1', [
      `fetch-media:${stage.app.tenant.id}:${message?.id}`,
    ]);
    expect(jobs.rowCount).toBe(1);
  });

  test('stores the attachments of a mail, each with a working link', async () => {
    const provider = caseOf('email');
    const channel = await addChannel(provider.channel);
    await postSigned(provider, channel, provider.body);
    const [message] = await messagesOf(channel);
    const { body } = expectStatus(
      await stage.app.v3.call('getMessage', { params: { messageId: message?.id ?? '' } }),
      200,
    );
    // The attachments are in the order of the mail.
    const [receipt, photo] = body.data.attachments;
    expect(photo?.url).toBe('https://mail.example/a/1');
    const { pathname, search } = new URL(receipt?.url ?? '');
    const file = await stage.app.send('GET', `${pathname}${search}`);
    expect([file.status, file.text]).toEqual([200, '%PDF-']);
  });
});

describe('the subject of a received email', () => {
  const subjectsOf = async (channel: Channel) => {
    const [message] = await messagesOf(channel);
    const { data } = await stage.app.database.prisma.event.findFirstOrThrow({
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
    const { token } = stage.app;
    const mail = JSON.stringify({ from: 'ann@customer.example', subject: 'Order A-7', text: 'Where is it?' });
    expect((await stage.app.send('POST', `/ingress/${channel.id}`, { text: mail, token })).status).toBe(200);
    expect(await subjectsOf(channel)).toEqual(['Order A-7', 'Order A-7']);
    const sms = await addChannel({ type: 'sms', provider: 'sandbox' });
    const short = JSON.stringify({ from: '+4930123456', subject: 'Hi', text: 'Hello' });
    const { status, text } = await stage.app.send('POST', `/ingress/${sms.id}`, { text: short, token });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.invalidParams.subject.key).toBe('unrecognized_keys');
  });
});

describe('many messages at once', () => {
  test('are recorded together, each with its event', async () => {
    const channel = await addChannel({ type: 'whatsapp', provider: 'sandbox' });
    const headers = { authorization: `Bearer ${stage.app.token}`, 'content-type': 'application/json' };
    const postText = (number: number, text: string) =>
      post(channel, JSON.stringify({ from: `+1650555${2000 + number}`, text }), headers);
    const numbers = Array.from({ length: 30 }, (_, index) => index);
    // The first message of each sender creates its chat.
    for (const text of ['Hello?', 'Is anybody there?']) {
      const responses = await Promise.all(numbers.map((number) => postText(number, text)));
      expect(responses.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    }
    const rows = await stage.app.database.sql(countByTransaction, [channel.id]);
    expect(rows).toMatchObject([
      { text: 'Hello?', messages: 30 },
      { text: 'Is anybody there?', messages: 30 },
    ]);
    for (const { transactions } of rows) expect(transactions).toBeLessThan(30);
    const types = { type: 'message.received', channelId: channel.id };
    expect(await stage.app.database.prisma.event.count({ where: types })).toBe(60);
    expect(
      await stage.app.database.prisma.chat.groupBy({ by: ['unreadCount'], where: { channelId: channel.id } }),
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
      const right = await stage.app.send('GET', `/ingress/${channel.id}?${challenge}verify-me`);
      expect([right.status, right.text]).toEqual([200, '1158201444']);
      expect(right.headers['content-type']).toBe('text/plain; charset=utf-8');
      expectUnauthorized(await stage.app.send('GET', `/ingress/${channel.id}?${challenge}verify-you`));
    }
  });

  test('401 for providers that send no challenge', async () => {
    const channel = await addChannel(caseOf('sms').channel);
    expectUnauthorized(await stage.app.send('GET', `/ingress/${channel.id}`));
  });
});
