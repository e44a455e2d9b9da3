import { describe, expect, test } from '@jest/globals';
import { respondWithJson } from '../../../../packages/channels/test/support/provider-server.js';
import { accepted, inTurn, useProviders } from './use-providers.js';
import { publicUrl } from './use-sending.js';

const { sending, serve, connect, mailTo } = useProviders();

describe('Twilio', () => {
  test('gets the URL for status reports, with our id', async () => {
    const provider = await serve(accepted.sms);
    const channel = await connect('sms', { baseUrl: provider.url });
    const { id } = await sending.enqueue(channel);
    await sending.send(id);
    const form = new URLSearchParams(provider.requests[0]?.body);
    expect(form.get('StatusCallback')).toBe(`${publicUrl}/ingress/${channel.id}?reference=${id}`);
  });
});

describe('the pace of a channel', () => {
  test('sends the messages of one second at once and schedules the others', async () => {
    const provider = await serve(accepted.sms);
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

  test.each([
    ['seconds', () => '60'],
    // The refused message is sent one second later than now, by the clock of the service.
    ['a date', () => new Date(sending.clock.now().getTime() + 61_000).toUTCString()],
  ])(
    'pauses until the provider’s Retry-After in %s, even for messages that are already scheduled',
    async (_form, value) => {
      const busy = respondWithJson(429, { message: 'Slow down' }, { 'retry-after': value() });
      const provider = await serve(inTurn(accepted.sms, accepted.sms, accepted.sms, busy, accepted.sms));
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
    },
  );
});

describe('addresses', () => {
  test.each([
    ['whatsapp', { baseUrl: 'http://169.254.169.254' }],
    ['sms', { baseUrl: 'http://[::ffff:10.0.0.1]:8080' }],
    ['email', { host: '10.0.0.1', port: 25 }],
  ] as const)(
    'that are not public are not reached by %s, regardless of its settings',
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

test('a message on a channel that is not set up fails with that reason', async () => {
  const channel = await sending.addChannel({ type: 'whatsapp', provider: 'whatsapp' });
  const { id } = await sending.enqueue(channel);
  await sending.send(id);
  expect(await sending.read(id)).toMatchObject({
    status: 'failed',
    errors: [{ code: 'channel_not_configured' }],
  });
});
