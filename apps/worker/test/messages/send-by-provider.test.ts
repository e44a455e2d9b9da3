import { describe, expect, test } from '@jest/globals';
import { newId, sendMessage } from '@parley/core';
import { respondWithJson } from '../../../../packages/channels/test/support/provider-server.js';
import { accepted, hangUp, inTurn, useProviders, vendorIds } from './use-providers.js';
import { publicUrl } from './use-sending.js';

const { sending, serve, connect } = useProviders();

const quoted = { whatsapp: 'wamid.Q', instagram: 'mid.Q', sms: 'SM-Q' };
const shown = {
  whatsapp: '"context":{"message_id":"wamid.Q"}',
  instagram: '"reply_to":{"mid":"mid.Q"}',
};

describe.each(['whatsapp', 'instagram', 'sms'] as const)('a reply by %s', (name) => {
  test('quotes the message where the provider can show it', async () => {
    const provider = await serve(accepted[name]);
    const channel = await connect(name, { baseUrl: provider.url });
    const { chatId } = await sending.enqueue(channel);
    const { database, tenantId } = sending.context();
    const facts = {
      tenantId,
      chatId,
      channelId: channel.id,
      sender: 'inbound',
      status: 'delivered',
    } as const;
    const question = await database.prisma.message.create({
      data: { ...facts, id: newId(), vendorId: quoted[name], text: 'Is it there?', timestamp: new Date() },
    });
    const content = { to: { chatId }, text: 'Yes', replyTo: { messageId: question.id }, publicUrl };
    const first = await database.prisma.message.findFirstOrThrow({ where: { chatId, sender: 'outbound' } });
    await sending.send(first.id);
    const { id } = await sendMessage(sending.context(), content);
    await sending.send(id);
    const [before, reply] = provider.requests.map(({ body }) => body);
    if (name === 'sms') expect(reply).not.toContain('SM-Q');
    else {
      expect(before).not.toContain(quoted[name]);
      expect(reply).toContain(shown[name]);
    }
    const event = (await sending.events(chatId)).at(-1);
    expect(event?.data).toMatchObject({
      id,
      replyTo: { id: question.id, text: 'Is it there?' },
      origin: { type: 'api', id: null },
    });
  });
});

describe.each(['whatsapp', 'instagram', 'sms'] as const)('a message by %s', (name) => {
  test('is sent once, and an event reports it', async () => {
    const provider = await serve(accepted[name]);
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

  test('is retried after 5xx with a growing backoff, and at the time that a 429 requests', async () => {
    const outage =
      name === 'sms' ? { code: 20500, message: 'Internal' } : { error: { code: 2, message: 'Down' } };
    const busy = respondWithJson(429, { error: { message: 'Slow down' } }, { 'retry-after': '90' });
    const provider = await serve(
      inTurn(respondWithJson(503, {}), respondWithJson(500, outage), busy, accepted[name]),
    );
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

  test('fails with the provider’s own error when it is refused, and is not retried', async () => {
    const body =
      name === 'sms'
        ? { code: 21211, message: 'The To number is not valid.', status: 400 }
        : { error: { message: '(#131026) Message undeliverable', code: 131026 } };
    const provider = await serve(respondWithJson(400, body));
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

  test('is not sent again when the response was lost: unknown after 30 seconds without a status', async () => {
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

  test('fails after seven attempts when the provider stays unavailable', async () => {
    const provider = await serve(respondWithJson(503, {}));
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

describe('the metrics of a provider', () => {
  test.each([
    ['sent', accepted.sms],
    ['refused', respondWithJson(400, { code: 21211, message: 'The To number is not valid.' })],
    ['unavailable', respondWithJson(503, {})],
    ['unknown', hangUp],
  ] as const)('count a call as %s', async (outcome, response) => {
    const count = async () => {
      const text = await sending.registry.metrics();
      const labels = `provider="sms",outcome="${outcome}"`;
      const found = new RegExp(`^parley_provider_call_duration_seconds_count\\{${labels}\\} (.+)$`, 'm').exec(
        text,
      );
      return Number(found?.[1] ?? 0);
    };
    const before = await count();
    const provider = await serve(response);
    const { id } = await sending.enqueue(await connect('sms', { baseUrl: provider.url }));
    await sending.send(id);
    expect(await count()).toBe(before + 1);
  });
});
