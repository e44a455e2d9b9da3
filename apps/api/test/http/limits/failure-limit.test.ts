import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import type { Channel } from '@parley/database';
import { createChannel, createClock, createFile } from '@parley/testkit';
import type { Config } from '../../../src/config.js';
import { caseOf } from '../ingress/provider-requests.js';
import { makeTenant, send, startTestApi, type TestApi } from '../support/start-test-api.js';
import { useTestTenant } from '../support/use-test-api.js';

const stage = useTestTenant();

const get = (token: string, url: string) => send(`${url}/v3/notes/1`, { token });

/** Failures are counted in each minute of the clock, so a test must not reach the next minute. */
const startWith = (config: Partial<Config>) =>
  startTestApi({ database: stage.db.database, config, now: createClock('2026-11-14T09:30:20.000Z').now });

describe('failures from one address', () => {
  it('429 after too many; callers with a valid token are still served, whether it is cached or not', async () => {
    const other = await startWith({ authFailuresPerMinute: 3 });
    expect((await get(stage.tenant.token, other.url)).status).toBe(200);
    for (let count = 0; count < 3; count += 1)
      expect((await get(`wrong-${count}`, other.url)).status).toBe(401);
    const response = await get('wrong-again', other.url);
    expect(response).toMatchObject({ status: 429, body: { error: { messageKey: 'too_many_requests' } } });
    expect(response.headers.get('x-ratelimit-limit')).toBe('3');
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get(stage.tenant.token, other.url)).status).toBe(200);
    const newcomer = await makeTenant(stage.db.database);
    expect((await get(newcomer.token, other.url)).status).toBe(200);
    await other.stop();
  });

  it.each([
    ['/ingress/', 401],
    ['/files/', 404],
  ])('429 for a caller who guesses paths below %s', async (path, status) => {
    const other = await startWith({ authFailuresPerMinute: 2 });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await send(`${other.url}${path}${newId()}`)).status);
    }
    expect(statuses).toEqual([status, status, 429, 429]);
    expect((await get(stage.tenant.token, other.url)).status).toBe(200);
    await other.stop();
  });

  it('429 for a caller who forges signatures of one channel; other channels and the provider itself are still served', async () => {
    const other = await startWith({ authFailuresPerMinute: 2 });
    const provider = caseOf('whatsapp');
    const channels = [
      await createChannel(stage.db.database, stage.tenant.id, provider.channel),
      await createChannel(stage.db.database, stage.tenant.id, provider.channel),
    ];
    const forge = async (channel = channels[0]) =>
      (await send(`${other.url}/ingress/${channel?.id}`, { method: 'POST', body: '{}' })).status;
    expect([await forge(), await forge(), await forge()]).toEqual([401, 401, 429]);
    expect(await forge(channels[1])).toBe(401);
    const url = `/ingress/${channels[0]?.id}`;
    const headers = provider.sign(provider.body, `http://localhost:3000${url}`);
    const signed = await send(`${other.url}${url}`, { method: 'POST', body: provider.body, headers });
    expect(signed.status).toBe(200);
    await other.stop();
  });

  it('a public file, unversioned routes and a valid token are served, though others behind the address failed', async () => {
    const config = { authFailuresPerMinute: 1 };
    const other = await startWith(config);
    const file = await createFile(stage.db.database, stage.tenant.id, {
      publicToken: randomBytes(32).toString('base64url'),
    });
    expect((await get('wrong', other.url)).status).toBe(401);
    expect((await get('wrong-again', other.url)).status).toBe(429);
    expect((await send(`${other.url}/files/${newId()}`)).status).toBe(404);
    expect((await send(`${other.url}/files/${newId()}`)).status).toBe(429);
    expect((await send(`${other.url}/ingress/${newId()}`)).status).toBe(401);
    expect((await send(`${other.url}/ingress/${newId()}`)).status).toBe(429);
    for (const path of [
      `/files/${file.publicToken}`,
      '/healthz',
      '/readyz',
      '/openapi/v3.json',
      '/metrics',
    ]) {
      const response = await fetch(`${other.url}${path}`);
      await response.arrayBuffer();
      expect([path, response.status]).toEqual([path, 200]);
    }
    expect((await get(stage.tenant.token, other.url)).status).toBe(200);
    await other.stop();
  });

  it('counts by the address that a trusted proxy reports', async () => {
    const config = { authFailuresPerMinute: 1, trustProxy: 1 };
    const other = await startWith(config);
    const statusFrom = async (address: string) =>
      (await send(`${other.url}/v3/notes/1`, { headers: { 'X-Forwarded-For': address } })).status;
    expect(await statusFrom('203.0.113.1')).toBe(401);
    expect(await statusFrom('203.0.113.1')).toBe(429);
    expect(await statusFrom('203.0.113.2')).toBe(401);
    expect(await statusFrom('2001:db8::1')).toBe(401);
    expect(await statusFrom('2001:db8::2')).toBe(429);
    await other.stop();
  });
});

describe('the body of an ingress request', () => {
  const bodyBytes = 500_000;

  /** Sends the head of a request and withholds its body. */
  function sendHead(api: TestApi, { id }: Channel, headers: Record<string, string>): ClientRequest {
    const options = { method: 'POST', agent: false, headers: { ...headers, 'Content-Length': bodyBytes } };
    const sent = request(`${api.url}/ingress/${id}`, options);
    sent.flushHeaders();
    return sent;
  }

  async function statusOf(sent: ClientRequest): Promise<number> {
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  }

  it('is not read when the secret in a header is missing or wrong: 401, and 429 over the limit', async () => {
    const api = await startWith({ authFailuresPerMinute: 2 });
    const channel = await createChannel(stage.db.database, stage.tenant.id, caseOf('email').channel);
    const statuses = [];
    for (const headers of [{}, { 'X-Parley-Secret': 'wrong' }, { 'X-Parley-Secret': 'wrong' }]) {
      const sent = sendHead(api, channel, headers);
      statuses.push(await statusOf(sent));
      sent.destroy();
    }
    expect(statuses).toEqual([401, 401, 429]);
    await api.stop();
  });

  it('is aborted with 429 for a newer one when 16 are withheld over the limit, so that the provider is served at once', async () => {
    const provider = caseOf('whatsapp');
    const api = await startWith({ authFailuresPerMinute: 1 });
    const channel = await createChannel(stage.db.database, stage.tenant.id, provider.channel);
    const url = `${api.url}/ingress/${channel.id}`;
    const forged = { 'X-Hub-Signature-256': 'sha256=00' };
    const forge = async () => (await send(url, { method: 'POST', body: '{}', headers: forged })).status;
    expect([await forge(), await forge()]).toEqual([401, 429]);
    const held = Array.from({ length: 17 }, () => sendHead(api, channel, forged));
    const refused: number[] = [];
    const waiting = held.map(async (sent) => refused.push(await statusOf(sent)));
    await Promise.race(waiting);
    expect(refused).toEqual([429]);
    const headers = provider.sign(provider.body, `http://localhost:3000/ingress/${channel.id}`);
    expect((await send(url, { method: 'POST', body: provider.body, headers })).status).toBe(200);
    expect(refused.length).toBeLessThan(held.length);
    for (const sent of held) sent.end(Buffer.alloc(bodyBytes));
    await Promise.all(waiting);
    expect(refused).toEqual(held.map(() => 429));
    await api.stop();
  });
});
