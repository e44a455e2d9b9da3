import { afterAll, describe, expect, jest, test } from '@jest/globals';
import type { Channel, Tenant } from '@parley/database';
import { createChannel, createFile, createTenant, createToken, createWebhook } from '@parley/testkit';
import { testMetricsToken } from '@parley/testkit/app';
import { useTestApp } from '@parley/testkit/use-test-app';
import { waitUntil } from '@parley/testkit/wait-until';
import { notification } from '../../../../../packages/channels/test/payloads/whatsapp.js';
import { startTestApi, stopTestApis } from '../support/start-test-api.js';
import { caseOf, type ProviderCase, providerCases } from './provider-requests.js';

// A thousand statuses take long on a busy machine; no test here depends on how long.
jest.setTimeout(120_000);

const publicUrl = 'http://localhost:3000';

// The APIs use the database of the app, so they stop before it.
afterAll(stopTestApis);
const app = useTestApp({ now: '2026-10-15T09:30:20.000Z' });

const join = (limitOverrides: Record<string, number>) => createTenant(app.database, { limitOverrides });

const addChannel = ({ id }: Tenant, values: Parameters<typeof createChannel>[2]) =>
  createChannel(app.database, id, values);

function post({ sign }: Pick<ProviderCase, 'sign'>, { id }: Channel, body: string) {
  const headers = sign(body, `${publicUrl}/ingress/${id}`);
  return app.send('POST', `/ingress/${id}`, { text: body, headers });
}

const countMessages = ({ id }: Channel) => app.database.prisma.message.count({ where: { channelId: id } });

async function readLimited(limit: string): Promise<number> {
  const headers = { authorization: `Bearer ${testMetricsToken}` };
  const { text } = await app.send('GET', '/metrics', { headers });
  return Number(new RegExp(`parley_ingress_limited_total{limit="${limit}"} (\\d+)`).exec(text)?.[1] ?? 0);
}

/** Checks for the response after which every provider and mail gateway sends its request again. */
function expectRetryLater(
  response: Awaited<ReturnType<typeof post>>,
  expected: { readonly key: string; readonly retryAfter: string },
): void {
  expect(response.status).toBe(503);
  expect(response.headers['retry-after']).toBe(expected.retryAfter);
  expect(JSON.parse(response.text).error.messageKey).toBe(expected.key);
}

const wholeMinute = { key: 'inbound_messages_limit_reached', retryAfter: '40' };

describe.each(providerCases)('inboundMessagesPerMinute of $provider', (provider) => {
  test('503 with Retry-After above the limit; the provider’s retry in the next minute is stored', async () => {
    const tenant = await join({ inboundMessagesPerMinute: 1 });
    const [first, other] = [
      await addChannel(tenant, provider.channel),
      await addChannel(tenant, provider.channel),
    ];
    const limitedBefore = await readLimited('inboundMessagesPerMinute');
    expect((await post(provider, first, provider.body)).status).toBe(200);
    expectRetryLater(await post(provider, first, provider.body), wholeMinute);
    expect(await readLimited('inboundMessagesPerMinute')).toBe(limitedBefore + 1);
    // Each channel has a minute of its own.
    expect((await post(provider, other, provider.body)).status).toBe(200);
    expect([await countMessages(first), await countMessages(other)]).toEqual([1, 1]);
    app.clock.advance(60_000);
    expect((await post(provider, first, provider.body)).status).toBe(200);
    expect(await countMessages(first)).toBe(1);
  });
});

describe('inboundMessagesPerMinute', () => {
  test('a request with more messages than the limit is stored whole, and only a request without room is refused', async () => {
    const channel = await addChannel(await join({ inboundMessagesPerMinute: 2 }), caseOf('whatsapp').channel);
    const three = [1, 2, 3].map((number) => messageOf(`many-${number}`));
    expect((await post(caseOf('whatsapp'), channel, whatsapp(three))).status).toBe(200);
    expect(await countMessages(channel)).toBe(3);
    const refused = await post(caseOf('whatsapp'), channel, whatsapp([messageOf('later')]));
    expectRetryLater(refused, wholeMinute);
    expect(await countMessages(channel)).toBe(3);
  });

  test('statuses pass when the minute of the messages is used up', async () => {
    const channel = await addChannel(await join({ inboundMessagesPerMinute: 0 }), caseOf('whatsapp').channel);
    expect((await post(caseOf('whatsapp'), channel, statusesOf(1))).status).toBe(200);
    expectRetryLater(await post(caseOf('whatsapp'), channel, whatsapp([messageOf('one')])), wholeMinute);
  });

  test('statuses have a minute of their own: 503 above it, and messages pass', async () => {
    const tenant = await join({ inboundMessagesPerMinute: 1 });
    const [channel, other] = [
      await addChannel(tenant, caseOf('whatsapp').channel),
      await addChannel(tenant, caseOf('whatsapp').channel),
    ];
    expect((await post(caseOf('whatsapp'), channel, statusesOf(1_000))).status).toBe(200);
    expectRetryLater(await post(caseOf('whatsapp'), channel, statusesOf(1)), wholeMinute);
    expect((await post(caseOf('whatsapp'), other, statusesOf(1))).status).toBe(200);
    expect((await post(caseOf('whatsapp'), channel, whatsapp([messageOf('one')]))).status).toBe(200);
    app.clock.advance(60_000);
    expect((await post(caseOf('whatsapp'), channel, statusesOf(1))).status).toBe(200);
  });

  test('two processes on one database count the statuses together, beside the messages', async () => {
    const provider = caseOf('whatsapp');
    const channel = await addChannel(await join({ inboundMessagesPerMinute: 1 }), provider.channel);
    const config = { rateLimitStore: 'postgres' } as const;
    const options = { database: app.database, now: app.clock.now, config };
    const [one, other] = [await startTestApi(options), await startTestApi(options)];
    const send = async ({ url }: { readonly url: string }, body: string) => {
      const headers = provider.sign(body, '');
      return (await fetch(`${url}/ingress/${channel.id}`, { method: 'POST', body, headers })).status;
    };
    expect(await send(one, statusesOf(1_000))).toBe(200);
    expect(await send(other, statusesOf(1))).toBe(503);
    expect(await send(other, whatsapp([messageOf('beside')]))).toBe(200);
    expect(await send(one, whatsapp([messageOf('above')]))).toBe(503);
  });

  test('a mail to a channel that has used up its minute is refused before it is parsed', async () => {
    const email = caseOf('email');
    const channel = await addChannel(await join({ inboundMessagesPerMinute: 1 }), email.channel);
    const unreadable = JSON.stringify({ text: 'This mail has no sender.' });
    expect((await post(email, channel, unreadable)).status).toBe(400);
    expect((await post(email, channel, email.body)).status).toBe(200);
    expectRetryLater(await post(email, channel, email.body), wholeMinute);
    expectRetryLater(await post(email, channel, unreadable), wholeMinute);
  });

  test('an unverified request does not count', async () => {
    const channel = await addChannel(await join({ inboundMessagesPerMinute: 1 }), caseOf('whatsapp').channel);
    const forged = {
      sign: () => ({ 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=00' }),
    };
    expect((await post(forged, channel, whatsapp([messageOf('forged')]))).status).toBe(401);
    expect((await post(caseOf('whatsapp'), channel, whatsapp([messageOf('real')]))).status).toBe(200);
  });

  test('429 for a partner who posts to a sandbox, with the limit and its number', async () => {
    const tenant = await join({ inboundMessagesPerMinute: 1 });
    const channel = await addChannel(tenant, { type: 'sms', provider: 'sandbox' });
    const token = await createToken(app.database, tenant.id);
    const send = (text: string) =>
      app.send('POST', `/ingress/${channel.id}`, {
        token,
        wrongBody: { from: '+16505551234', text },
      });
    expect((await send('One')).status).toBe(200);
    const { status, headers, text } = await send('Two');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('40');
    expect(JSON.parse(text).error).toMatchObject({
      messageKey: 'inbound_messages_limit_reached',
      limit: 'inboundMessagesPerMinute',
      maximum: 1,
    });
  });

  test('two processes on one database count together', async () => {
    const provider = caseOf('whatsapp');
    const channel = await addChannel(await join({ inboundMessagesPerMinute: 5 }), provider.channel);
    const options = {
      database: app.database,
      now: app.clock.now,
      config: { rateLimitStore: 'postgres' },
    } as const;
    const processes = [await startTestApi(options), await startTestApi(options)];
    const statuses = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const body = whatsapp([messageOf(`shared-${index}`)]);
        const response = await fetch(`${processes[index % 2]?.url}/ingress/${channel.id}`, {
          method: 'POST',
          body,
          headers: provider.sign(body, ''),
        });
        return response.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 503)).toHaveLength(11);
    expect(await countMessages(channel)).toBe(5);
  });
});

test('statuses of a tenant that wait for each other leave connections to other tenants', async () => {
  const { pool } = app.database;
  const channels = [];
  for (const tenant of [await join({}), await join({})])
    channels.push(await addChannel(tenant, caseOf('whatsapp').channel));
  const [busy, other] = channels;
  if (!busy || !other) throw new Error('There are two channels');
  const client = await pool.connect();
  const key = `${busy.tenantId}:${busy.id}:wamid.unknown`;
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [key]);
  const waiting = Array.from({ length: 20 }, () => post(caseOf('whatsapp'), busy, statusesOf(1)));
  const countWaiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_locks join pg_database on oid = database
       where datname = current_database() and locktype = 'advisory' and not granted`,
    );
    return rows[0]?.count ?? 0;
  };
  try {
    // The app has ten connections. A tenant leaves one of the half to others.
    await waitUntil(async () => (await countWaiting()) >= 4);
    expect((await post(caseOf('whatsapp'), other, statusesOf(1))).status).toBe(200);
    expect(await countWaiting()).toBe(4);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
});

describe.each(providerCases)('waitingJobs of $provider', (provider) => {
  test('503 when the deliveries of the message would be too many; the retry is stored when there is room', async () => {
    // A new contact and its chat have two events each, and the message has one.
    const tenant = await join({ waitingJobs: 4 });
    const channel = await addChannel(tenant, provider.channel);
    await createWebhook(app.database, tenant.id);
    const refused = await post(provider, channel, provider.body);
    expectRetryLater(refused, { key: 'waiting_jobs_limit_reached', retryAfter: '30' });
    expect(await countMessages(channel)).toBe(0);
    const limitOverrides = { waitingJobs: 5 };
    await app.database.prisma.tenant.update({ where: { id: tenant.id }, data: { limitOverrides } });
    expect((await post(provider, channel, provider.body)).status).toBe(200);
    expect(await countMessages(channel)).toBe(1);
  });
});

test('waitingJobs does not refuse a message that adds no jobs', async () => {
  const channel = await addChannel(await join({ waitingJobs: 0 }), caseOf('whatsapp').channel);
  expect((await post(caseOf('whatsapp'), channel, whatsapp([messageOf('quiet')]))).status).toBe(200);
});

test('storedBytes: 503 for a mail whose attachment has no room; the retry is stored whole when files were deleted', async () => {
  const provider = caseOf('email');
  const tenant = await join({ storedBytes: 10 });
  const channel = await addChannel(tenant, provider.channel);
  const file = await createFile(app.database, tenant.id);
  const attachment = { name: 'a.txt', contentType: 'text/plain', content: 'MTIzNDU2Nzg5' };
  const body = JSON.stringify({ ...JSON.parse(provider.body), attachments: [attachment] });
  const refused = await post(provider, channel, body);
  expectRetryLater(refused, { key: 'stored_bytes_limit_reached', retryAfter: '60' });
  expect(await countMessages(channel)).toBe(0);
  await app.database.prisma.file.deleteMany({ where: { id: file.id } });
  expect((await post(provider, channel, body)).status).toBe(200);
  expect(await app.database.prisma.file.count({ where: { tenantId: tenant.id } })).toBe(1);
});

test('413 for a request with more than 1,000 items; nothing is stored', async () => {
  const channel = await addChannel(await join({}), caseOf('whatsapp').channel);
  const items = Array.from({ length: 1_001 }, (_, index) => messageOf(`item-${index}`));
  expect((await post(caseOf('whatsapp'), channel, whatsapp(items))).status).toBe(413);
  expect(await countMessages(channel)).toBe(0);
});

test('a request with 1,000 items is not too large', async () => {
  // The limit of the channel refuses it, which takes less time than to store it.
  const channel = await addChannel(await join({ inboundMessagesPerMinute: 0 }), caseOf('whatsapp').channel);
  const items = Array.from({ length: 1_000 }, (_, index) => messageOf(`item-${index}`));
  expect((await post(caseOf('whatsapp'), channel, whatsapp(items))).status).toBe(503);
});

function messageOf(id: string) {
  return {
    from: '16505551234',
    id: `wamid.${id}`,
    timestamp: '1760520600',
    type: 'text',
    text: { body: id },
  };
}

/** Returns a notification with statuses of a message that nobody sent; all are the same, so that they are stored once. */
function statusesOf(count: number): string {
  const status = {
    id: 'wamid.unknown',
    status: 'delivered',
    timestamp: '1760520600',
    recipient_id: '16505551234',
  };
  return JSON.stringify(notification({ statuses: Array.from({ length: count }, () => status) }));
}

function whatsapp(messages: readonly unknown[]): string {
  return JSON.stringify(notification({ messages }));
}
