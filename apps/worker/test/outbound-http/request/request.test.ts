import { describe, expect, it } from '@jest/globals';
import { postEvent } from '../../../src/outbound-http/request/post-event.js';
import { startReceiver } from '../start-receiver.js';
import { useOutbound } from '../use-outbound.js';

const { use, useAgent, post } = useOutbound({ allowedCidrs: ['127.0.0.0/8'] });

describe('the request', () => {
  it('is a JSON POST to the path and query of the URL, with our name and the given headers only', async () => {
    const receiver = await use(startReceiver());

    await post(receiver, {
      url: `http://127.0.0.1:${receiver.port}/hooks/ä%20b?token=1&x=%2F#part`,
      headers: { 'webhook-id': 'evt_1' },
      body: '{"text":"Grüße 👋"}',
    });

    expect(receiver.requests).toEqual([
      {
        method: 'POST',
        path: '/hooks/%C3%A4%20b?token=1&x=%2F',
        body: '{"text":"Grüße 👋"}',
        headers: {
          host: `127.0.0.1:${receiver.port}`,
          connection: 'keep-alive',
          'content-type': 'application/json',
          'content-length': '23',
          'user-agent': 'Parley-Webhooks/1',
          'webhook-id': 'evt_1',
        },
      },
    ]);
  });

  it('carries no cookie that an earlier response set', async () => {
    const receiver = await use(
      startReceiver((response) => response.setHeader('set-cookie', 'session=1').end()),
    );
    const agent = useAgent();
    const event = { url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}' };

    await postEvent(agent, event);
    await postEvent(agent, event);

    expect(receiver.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  it.each([
    ['user:pa%20ss', 'user:pa ss'],
    ['user', 'user:'],
    ['100%', '100%:'],
  ])('carries the credentials of the URL, %p', async (userinfo, credentials) => {
    const receiver = await use(startReceiver());

    await post(receiver, { url: `http://${userinfo}@127.0.0.1:${receiver.port}/` });

    const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
    expect(receiver.requests[0]?.headers.authorization).toBe(expected);
  });

  it.each([
    '',
    'hooks.example',
    '/hook',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'http://',
    'http://[::1',
    'http://1.2.3.4.5/',
    'http://a:99999/',
    'javascript:alert(1)',
    'unix:/run/docker.sock',
    'gopher://127.0.0.1/',
  ])('is not made for %p: invalid_url', async (url) => {
    expect(await postEvent(useAgent(), { url, headers: {}, body: '{}' })).toMatchObject({
      kind: 'failed',
      reason: 'invalid_url',
    });
  });

  it('throws when one of our own headers is malformed', async () => {
    const receiver = await use(startReceiver());

    await expect(post(receiver, { headers: { 'webhook-id': 'a\r\nx: y' } })).rejects.toThrow('invalid');
    expect(receiver.requests).toHaveLength(0);
  });
});
