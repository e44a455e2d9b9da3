import { describe, expect, test } from '@jest/globals';
import type { Channel } from '@parley/database';
import { createChannel, createTenant, createToken } from '@parley/testkit';
import { expectUnauthorized, useIngress } from './use-ingress.js';

const stage = useIngress();
const { addChannel, messagesOf } = stage;

describe('POST /ingress/{channelId} of the sandbox', () => {
  const body = JSON.stringify({ from: '+4930123456', name: 'Ada', text: 'Hello', externalId: 'one' });
  const sendAs = (channel: Channel, token: string | undefined, text = body) =>
    stage.app.send('POST', `/ingress/${channel.id}`, { text, ...(token && { token }) });

  test('200 with a token of the tenant that may write messages, counted against its limit', async () => {
    const channel = await addChannel({});
    const token = await createToken(stage.app.database, stage.app.tenant.id, { scopes: ['messages:write'] });
    const { status, headers } = await sendAs(channel, token);
    expect(status).toBe(200);
    expect(headers['x-ratelimit-remaining']).toBeDefined();
    expect(await messagesOf(channel)).toMatchObject([{ text: 'Hello', vendorId: 'one' }]);
  });

  test('401 without a token, 403 without the scope, 404 with another tenant’s token; nothing is stored', async () => {
    const channel = await addChannel({});
    const response = await sendAs(channel, undefined);
    expectUnauthorized(response);
    const reader = await createToken(stage.app.database, stage.app.tenant.id, { scopes: ['chats:read'] });
    expect((await sendAs(channel, reader)).status).toBe(403);
    const otherToken = await createToken(stage.app.database, (await createTenant(stage.app.database)).id);
    expect((await sendAs(channel, otherToken)).status).toBe(404);
    expect(await messagesOf(channel)).toEqual([]);
  });

  test('400 that names every error at once', async () => {
    const channel = await addChannel({});
    const { status, text } = await sendAs(
      channel,
      stage.app.token,
      JSON.stringify({ from: 'x', txt: 'Hello' }),
    );
    expect(status).toBe(400);
    expect(Object.keys(JSON.parse(text).error.invalidParams).sort()).toEqual(['from', 'text', 'txt']);
  });

  test('200 for the longest text, 400 for more values than a message can have', async () => {
    const channel = await addChannel({});
    const { token } = stage.app;
    const long = JSON.stringify({ from: '+4930123456', text: '[{,'.repeat(33_333) });
    expect((await sendAs(channel, token, long)).status).toBe(200);
    const many = JSON.stringify({ from: '+4930123456', text: 'Hello', attachments: Array(400_000).fill(0) });
    const { status, text } = await sendAs(channel, token, many);
    expect(status).toBe(400);
    expect(JSON.parse(text).error.invalidParams).toMatchObject({ body: { key: 'too_big' } });
    expect(await messagesOf(channel)).toHaveLength(1);
  });

  test('429 when the tenant has exceeded its rate limit', async () => {
    const tenant = await createTenant(stage.app.database, { requestsPerMinute: 1 });
    const channel = await createChannel(stage.app.database, tenant.id);
    const token = await createToken(stage.app.database, tenant.id);
    expect((await sendAs(channel, token)).status).toBe(200);
    expect((await sendAs(channel, token)).status).toBe(429);
  });
});
