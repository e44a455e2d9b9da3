import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { createChannel, createTenant, createToken } from '@parley/testkit';
import { startTestApp } from '@parley/testkit/app';
import { useTestApp } from '@parley/testkit/use-test-app';
import { openConnection, sendBytes } from '../../security/raw-connection.js';
import { providerCases } from './provider-requests.js';

const app = useTestApp();
/** A channel of each kind, one without secrets, and one that does not exist. */
let channelIds: readonly (readonly [name: string, id: string])[];
let otherToken: string;

beforeAll(async () => {
  const add = async (values: Parameters<typeof createChannel>[2]) =>
    (await createChannel(app.database, app.tenant.id, values)).id;
  const known: [string, string][] = [];
  for (const { provider, channel } of providerCases) known.push([provider, await add(channel)]);
  const [first] = providerCases;
  known.push(['no secrets', await add({ ...first?.channel, secrets: {} })], ['sandbox', await add({})]);
  channelIds = [['unknown', newId()], ...known];
  otherToken = await createToken(app.database, (await createTenant(app.database)).id);
});

const requestOf = (method: string, channelId: string, headers: readonly string[], body = '{}', query = '') =>
  [
    `${method} /ingress/${channelId}${query} HTTP/1.1`,
    'Host: localhost',
    'X-Request-Id: the-same-for-all',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n');

/** Returns all bytes of a response except the times. */
const withoutTimes = (response: string) => response.replace(/^(?:Date|X-RateLimit-\w+): .+\r\n/gim, '');

const forgedMeta = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`;
const forgedTwilio = 'X-Twilio-Signature: AAAAAAAAAAAAAAAAAAAAAAAAAAA=';

describe('an unknown channel and each kind of channel send an unauthenticated caller the same bytes', () => {
  it.each<[string, number, (channelId: string) => string]>([
    ['a bare POST', 401, (id) => requestOf('POST', id, [])],
    ['a forged signature of Meta', 401, (id) => requestOf('POST', id, [forgedMeta])],
    ['a forged signature of Twilio', 401, (id) => requestOf('POST', id, [forgedTwilio], 'Body=Hi')],
    ['a wrong secret', 401, (id) => requestOf('POST', id, ['X-Parley-Secret: wrong'])],
    ['all of them', 401, (id) => requestOf('POST', id, [forgedMeta, forgedTwilio, 'X-Parley-Secret: x'])],
    ['an unreadable body', 401, (id) => requestOf('POST', id, ['Content-Type: application/json'], '{"a":')],
    ['a body that is too long', 413, (id) => requestOf('POST', id, [forgedMeta], 'x'.repeat(1_100_000))],
    ['a GET', 401, (id) => requestOf('GET', id, [], '')],
    ['a HEAD', 401, (id) => requestOf('HEAD', id, [], '')],
    [
      'a challenge with a guessed token',
      401,
      (id) => requestOf('GET', id, [], '', '?hub.mode=subscribe&hub.challenge=1&hub.verify_token=guess'),
    ],
    ['another method', 405, (id) => requestOf('PUT', id, [])],
    ['an invalid token', 401, (id) => requestOf('POST', id, ['Authorization: Bearer abc'])],
    ['another scheme', 401, (id) => requestOf('POST', id, ['Authorization: Basic YTpi'])],
  ])('%s: %i', async (_, status, request) => {
    const responses = new Map<string, string[]>();
    for (const [name, id] of channelIds) {
      const response = withoutTimes(await sendBytes(app.url, request(id)));
      responses.set(response, [...(responses.get(response) ?? []), name]);
    }
    expect([...responses.values()]).toEqual([channelIds.map(([name]) => name)]);
    expect([...responses.keys()].join()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('404 for a tenant that does not own the channel', async () => {
    const responses = new Set<string>();
    for (const [, id] of channelIds) {
      const headers = [`Authorization: Bearer ${otherToken}`, forgedMeta];
      responses.add(withoutTimes(await sendBytes(app.url, requestOf('POST', id, headers))));
    }
    expect(responses.size).toBe(1);
    expect([...responses][0]).toContain('channel_not_found');
  });

  it.each([
    ['without a signature, the response does not wait for the body', [], true],
    ['with a signature they all wait for it', [forgedMeta], false],
  ] as const)('%s', async (_, headers, isImmediate) => {
    const connections = await Promise.all(
      channelIds.map(async ([name, id]) => {
        const connection = await openConnection(app.url);
        connection.socket.write(requestOf('POST', id, headers, 'x'.repeat(100)).slice(0, -1));
        return { name, connection };
      }),
    );
    // A response that does not wait for the body arrives before the response to a complete request that was sent later.
    for (const [, id] of channelIds) await sendBytes(app.url, requestOf('POST', id, headers));
    const responded = connections.filter(({ connection }) => connection.received() !== '');
    expect(responded).toHaveLength(isImmediate ? channelIds.length : 0);
    for (const { connection } of connections) connection.socket.write('x');
    const statuses = await Promise.all(
      connections.map(async ({ connection }) => (await connection.closed).response.slice(0, 12)),
    );
    expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 401']));
  });
});

describe('over the failure limit', () => {
  it.each(['unknown', 'whatsapp', 'email', 'sandbox'])('429 for %s, with the same bytes', async (kind) => {
    const limited = await startTestApp({ env: { AUTH_FAILURES_PER_MINUTE: '2' } });
    try {
      const values = providerCases.find(({ provider }) => provider === kind)?.channel ?? {};
      const known = await createChannel(limited.database, limited.tenant.id, values);
      const id = kind === 'unknown' ? newId() : known.id;
      const responses: string[] = [];
      for (const target of [id, id, id, newId(), newId()])
        responses.push(withoutTimes(await sendBytes(limited.url, requestOf('POST', target, []))));
      expect(responses.map((response) => response.slice(9, 12))).toEqual(['401', '401', '429', '401', '429']);
      expect(responses[4]).toBe(responses[2]);
    } finally {
      await limited.stop();
    }
  });
});
